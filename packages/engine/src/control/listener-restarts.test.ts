import { Disconnected, Misconfigured, type ListenerContext } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import type { ListenerComponent } from '../options.ts';

const straight = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'));
const limits = { listenerRetryFirstMs: 5, listenerRetryMaxMs: 20 };

/** An engine whose listener starts only when `fault` says nothing. */
function startRefusing(
  fault: (listenerId: string) => Error | undefined | Promise<undefined>,
  own: Partial<typeof limits> & { probeIntervalMs?: number; listenerStartMs?: number } = {},
) {
  const toys = createToys();
  let attempts = 0;
  const refusing: typeof toys.components = {
    ...toys.components,
    listener: (id, version) => {
      const component = toys.components.listener(id, version) as ListenerComponent;
      return {
        ...component,
        runtime: {
          ...component.runtime,
          start: async (config: never, context: ListenerContext) => {
            attempts++;
            const error = await fault((config as { readonly name: string }).name);
            if (error) throw error;
            return component.runtime.start(config, context);
          },
        },
      } as ListenerComponent;
    },
  };
  const harness = startHarness({ toys: { ...toys, components: refusing }, limits: { ...limits, ...own } });
  return { ...harness, attempts: () => attempts, status: () => harness.engine.status().listeners[0]! };
}

test.each([
  ['a port that is in use for a while', () => new Disconnected('PORT_IN_USE')],
  ['a fault that nobody foresaw', () => new Error('surprise')],
])('%s does not keep a listener from running', async (_name, fault) => {
  let wrong = true;
  const { engine, toys, attempts, status } = startRefusing(() => (wrong ? fault() : undefined));
  const report = await engine.apply(deployment([straight]));
  expect(report.listeners).toMatchObject([{ result: 'failed' }]);
  expect(status()).toMatchObject({ state: 'error', retryAtMs: expect.any(Number) });
  await until(() => attempts() >= 4);
  wrong = false;
  await until(() => status().state === 'running');
  expect(status()).not.toHaveProperty('retryAtMs');
  expect(status()).not.toHaveProperty('error');
  await submitLines(toys.peer('LI_1'), ['through']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect(toys.destination('a').lines).toEqual(['through']);
  await engine.stop({ deadlineMs: 1000 });
});

test('a listener that needs a person is tried again as late as one may be, but no later, so that a fix from outside is soon found', async () => {
  let wrong = true;
  const { engine, attempts, status } = startRefusing(() => (wrong ? new Misconfigured('PORT_DENIED') : undefined), {
    probeIntervalMs: 3_600_000,
  });
  await engine.apply(deployment([straight]));
  await until(() => attempts() >= 3);
  wrong = false;
  await until(() => status().state === 'running');
  await engine.stop({ deadlineMs: 1000 });
});

test('a listener that needs a person is tried at once when someone asks for it, and when it is saved', async () => {
  let wrong = true;
  const { engine, attempts, status } = startRefusing(() => (wrong ? new Misconfigured('PORT_DENIED') : undefined), {
    listenerRetryMaxMs: 3_600_000,
  });
  const before = Date.now();
  await engine.apply(deployment([straight]));
  expect(status().retryAtMs).toBeGreaterThanOrEqual(before + 3_600_000);
  const saved = deployment([straight]);
  await engine.apply({ ...saved, listeners: saved.listeners.map((one) => ({ ...one, revision: 2 })) });
  expect([attempts(), status().state]).toEqual([2, 'error']);
  wrong = false;
  await engine.retryNow({ listenerId: 'LI_1' });
  expect(attempts()).toBe(3);
  expect(status().state).toBe('running');
  await engine.stop({ deadlineMs: 1000 });
});

test('a wrong configuration is not tried again, and nothing starts after a listener was removed or the engine drained', async () => {
  let attempts = 0;
  const { engine, status } = startRefusing(() => (attempts++, new Disconnected('PORT_IN_USE')));
  await engine.apply(deployment([straight]));
  await until(() => attempts >= 2);
  await engine.drain({ deadlineMs: 1000 });
  const then = attempts;
  expect(status()).not.toHaveProperty('retryAtMs');
  await engine.apply(deployment([], { listeners: [] }));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(attempts).toBe(then);
  await engine.stop({ deadlineMs: 1000 });
});

test('a listener that does not end starting keeps another one closed, the next deployment waiting, or runs twice in the end', async () => {
  const held = Promise.withResolvers<undefined>();
  const { engine, toys, attempts } = startRefusing((listenerId) => (listenerId === 'LI_1' ? held.promise : undefined), {
    listenerStartMs: 5,
  });
  const states = () => Object.fromEntries(engine.status().listeners.map(({ id, state }) => [id, state]));
  const both = deployment([straight], { listeners: [listener(), listener('LI_2')] });
  await engine.apply(both);
  expect(states()).toEqual({ LI_1: 'starting', LI_2: 'running' });
  await engine.apply({ ...both, listeners: [...both.listeners, listener('LI_3')] });
  expect([states(), attempts()]).toEqual([{ LI_1: 'starting', LI_2: 'running', LI_3: 'running' }, 3]);
  held.resolve(undefined);
  await until(() => states()['LI_1'] === 'running');
  await submitLines(toys.peer('LI_1'), ['through']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect(toys.destination('a').lines).toEqual(['through']);
  await engine.stop({ deadlineMs: 1000 });
});
