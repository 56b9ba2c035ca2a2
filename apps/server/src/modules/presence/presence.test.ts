import { systemClock } from '@acequia/base';
import type { OperationInput, OperationOutput } from '@acequia/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';

/** How far the clocks of both servers are ahead, and what they wait for. */
let aheadMs = 0;
const timers = new Set<() => void>();
const clock = {
  ...systemClock,
  now: () => systemClock.now() + aheadMs,
  monotonic: () => systemClock.monotonic() + aheadMs,
  after: (ms: number, run: () => void) => {
    const once = () => {
      timers.delete(once);
      run();
    };
    timers.add(once);
    const cancel = systemClock.after(ms, once);
    return () => {
      timers.delete(once);
      cancel();
    };
  },
};
const pass = (ms: number) => {
  aheadMs += ms;
  // Each sets its next one.
  Array.from(timers).forEach((run) => run());
};

let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  one = await createTestApp({ clock });
  two = await createTestApp({ clock, db: one.db });
});
afterAll(async () => {
  await two.app.stop();
  await one.stop();
});

/** The same browser, served by the other server. */
function at(server: TestApp, browser: Browser): Browser {
  const same = server.browser();
  same.cookie = browser.cookie;
  return same;
}

type Told = OperationOutput<'pipelines:watchStatus'> extends AsyncIterable<infer T> ? T : never;
type Editors = Extract<Told, { entity: 'editors' }>;

/** The lists of editors as a browser hears them. */
async function watch(browser: Browser) {
  const events = await browser.call('pipelines:watchStatus', {});
  const next = async (): Promise<Editors> => {
    for (;;) {
      const step = await events.next();
      if (step.done === true) throw new Error('the stream ended');
      if (step.value.entity === 'editors') return step.value;
    }
  };
  /** The first list that shows exactly these, each as `name node`. */
  const until = async (...shown: string[]) => {
    for (;;) {
      const { editors } = await next();
      const found = editors.map(({ email, node }) => `${email.split('@')[0]} ${node}`).toSorted();
      if (JSON.stringify(found) === JSON.stringify(shown.toSorted())) return editors;
    }
  };
  return { next, until, close: () => events.return?.(undefined as never) };
}

let sequence = 0;
const report = (browser: Browser, id: string, node: string | null, over: Partial<OperationInput<'pipelines:reportEditor'>> = {}) =>
  browser.call('pipelines:reportEditor', { id, window: 'w', sequence: (sequence += 1), place: { version: 'Main', node }, ...over });

const emailOf = async (browser: Browser) => (await browser.call('auth:session', {})).user.Email.split('@')[0]!;

async function twoAtOnePipeline(role: 'admin' | 'viewer' = 'admin') {
  const ann = await one.user('owner');
  await ann.call('auth:session', {});
  const ben = await one.user(role, ann.tenantId);
  const pipeline = await ann.call('pipelines:create', { name: `P${(sequence += 1)}`, description: '', tags: [] });
  return { ann, ben, id: pipeline.id, annsName: await emailOf(ann), bensName: await emailOf(ben) };
}

test('two people see each other through two servers: who, which step, and that one has left', async () => {
  const { ann, ben, id, annsName, bensName } = await twoAtOnePipeline();
  const anns = await watch(ann);
  const bens = await watch(at(two, ben));
  await report(ann, id, 'n1');
  await anns.until();
  await report(at(two, ben), id, null);
  expect(await anns.until(`${bensName} null`)).toEqual([
    { userId: expect.any(String), name: 'admin Test', email: `${bensName}@example.com`, edits: true, version: 'Main', node: null },
  ]);
  await bens.until(`${annsName} n1`);
  await report(at(two, ben), id, 'n7');
  await anns.until(`${bensName} n7`);
  // The next request of the same window lands on the other server.
  await report(ben, id, 'n8');
  await anns.until(`${bensName} n8`);
  await report(ben, id, null, { place: null });
  await anns.until();
  await Promise.all([anns.close(), bens.close()]);
});

test('a viewer is shown as one who looks, and so is who has a published version open', async () => {
  const { ann, ben, id } = await twoAtOnePipeline('viewer');
  const bens = await watch(at(two, ben));
  const anns = await watch(ann);
  await report(ann, id, null, { place: { version: '1.0.0', node: null } });
  await report(ben, id, null);
  expect(await anns.next().then(async (first) => (first.editors.length > 0 ? first : anns.next()))).toMatchObject({
    editors: [{ edits: false, version: 'Main' }],
  });
  expect((await bens.next()).editors).toMatchObject([{ edits: false, version: '1.0.0' }]);
  await Promise.all([anns.close(), bens.close()]);
});

test('who comes back to the stream is shown the editors of their pipelines at once', async () => {
  const { ann, ben, id, bensName } = await twoAtOnePipeline();
  await report(ann, id, null);
  await report(ben, id, 'n2');
  const anns = await watch(at(two, ann));
  await anns.until(`${bensName} n2`);
  await anns.close();
});

test.each([
  ['logs out', (_ann: Browser, ben: Browser) => ben.call('auth:removeToken', {})],
  ['is removed from the organization', async (ann: Browser, ben: Browser) => ann.call('users:remove', { ids: [await idOf(ben)] })],
  ['has their sessions ended', async (ann: Browser, ben: Browser) => ann.call('users:endSessions', { ids: [await idOf(ben)] })],
])('somebody who %s is gone at once for those on another server', async (_how, leave) => {
  const { ann, ben, id, bensName } = await twoAtOnePipeline();
  const anns = await watch(at(two, ann));
  await report(at(two, ann), id, null);
  await report(ben, id, 'n1');
  await anns.until(`${bensName} n1`);
  await leave(ann, ben);
  await anns.until();
  await anns.close();
});
const idOf = async (browser: Browser) => (await browser.call('auth:session', {})).user.UID;

test('another organization sees nothing and cannot come near', async () => {
  const { ann, ben, id, bensName } = await twoAtOnePipeline();
  const stranger = await one.user('owner');
  const strangers = await watch(stranger);
  const own = await stranger.call('pipelines:create', { name: 'Own', description: '', tags: [] });
  expect(await stranger.refusal('pipelines:reportEditor', { id, window: 'w', sequence: 1, place: { version: 'Main', node: null } })).toBe(
    'WEB-10008',
  );
  await report(stranger, own.id, null);
  const anns = await watch(ann);
  await report(ann, id, null);
  await report(ben, id, 'n1');
  await anns.until(`${bensName} n1`);
  // Whatever a stranger was told came before their own second report: the list of their own pipeline alone.
  await report(stranger, own.id, 'own');
  const told = [await strangers.next(), await strangers.next()];
  expect(told.map((each) => [each.id, each.editors])).toEqual([
    [own.id, []],
    [own.id, []],
  ]);
  await Promise.all([anns.close(), strangers.close()]);
});

test('a browser that crashed is gone after 25 s, one that reports every 10 s stays', async () => {
  const { ann, ben, id, bensName } = await twoAtOnePipeline();
  const cy = await one.user('viewer', ann.tenantId);
  const cysName = await emailOf(cy);
  const anns = await watch(at(two, ann));
  await report(ann, id, null);
  await report(ben, id, 'n1');
  await report(cy, id, 'n2');
  await anns.until(`${bensName} n1`, `${cysName} n2`);
  for (let beat = 0; beat < 3; beat += 1) {
    pass(9000);
    await report(ann, id, null);
    await report(cy, id, 'n2');
  }
  pass(0);
  await anns.until(`${cysName} n2`);
  await anns.close();
});

test('what is no step, too many windows, and a flood are refused with their codes', async () => {
  const { ann, id } = await twoAtOnePipeline();
  const refusal = (over: object) =>
    ann.refusal('pipelines:reportEditor', { id, window: 'w', sequence: 1, place: { version: 'Main', node: null }, ...over } as never);
  expect(await refusal({ place: { version: 'Main', node: 'x'.repeat(65) } })).toBe('WEB-00022');
  expect(await refusal({ place: { version: 'Main', node: 'a\nb' } })).toBe('WEB-00022');
  expect(await refusal({ place: { version: 'Main', node: { id: 1 } } })).toBe('WEB-00022');
  expect(await refusal({ window: '' })).toBe('WEB-00022');
  expect(await refusal({ sequence: -1 })).toBe('WEB-00022');
  expect(await refusal({ id: 'PL_none' })).toBe('WEB-10008');
  for (let index = 0; index < 20; index += 1) await report(ann, id, null, { window: `w${index}` });
  expect(await refusal({ window: 'one more' })).toBe('ACQ-EDITORS-MANY');
  const flood = async () => {
    for (;;) await report(ann, id, null, { window: 'w0' });
  };
  expect(await flood().catch(({ code }: { readonly code: string }) => code)).toBe('ACQ-TOO-MANY');
});

test('an API key neither reports nor sees who edits', async () => {
  const { ann, id } = await twoAtOnePipeline();
  const { token } = await ann.call('authToken:create', { name: 'k', description: '', expiration: null, role: 'admin' });
  const answer = await one.browser().fetch(`/api/v1/pipelines/${id}/editors/w`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sequence: 1, place: null }),
  });
  expect([answer.status, ((await answer.json()) as { readonly code: string }).code]).toEqual([403, 'AUTH.SESSION_ONLY']);
});
