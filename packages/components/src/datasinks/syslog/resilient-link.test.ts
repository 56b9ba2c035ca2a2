import { systemClock, type Clock } from '@acequia/base';
import { Disconnected, Misconfigured, type SendReport } from '@acequia/component-sdk/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Link, LinkReport } from './link.ts';
import { createResilientLink } from './resilient-link.ts';

const batch = (n: number) => [Buffer.from(String(n))];
const numberOf = (messages: readonly Uint8Array[]) => Number(Buffer.from(messages[0]!).toString());

test('stop while waiting for the next try: ends at once, nothing leaves by fallback', async () => {
  const stopping = new AbortController();
  let tries = 0;
  const link: Link = {
    deliver: () => {
      tries += 1;
      return Promise.reject(new Disconnected('DELIVERY_CONNECTION_RESET'));
    },
    close: () => undefined,
  };
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) => {
      setImmediate(() => stopping.abort(new Error('stop')));
      return systemClock.sleep(ms * 1000, signal);
    },
  };
  const { deliver } = createResilientLink(link, { tries: 5, tryForMs: 60_000, field: 'f', clock, receiver: { isDown: false } });
  await expect(deliver(batch(1), stopping.signal)).rejects.toMatchObject({ outcome: 'disconnected', code: 'DELIVERY_ABORTED' });
  expect(tries).toBe(1);
});

interface Sent {
  readonly n: number;
  readonly done: PromiseWithResolvers<LinkReport>;
}

/** A link that keeps its word: proofs come in order, and when one batch fails all that are called before that is seen do. */
class FakeLink implements Link {
  readonly sent: number[] = [];
  readonly proved: number[] = [];
  #waiting: Sent[] = [];
  #ending = 0;

  deliver(messages: readonly Uint8Array[]): Promise<LinkReport> {
    if (this.#ending > 0) return Promise.reject(new Disconnected('DELIVERY_CONNECTION_RESET'));
    const one = { n: numberOf(messages), done: Promise.withResolvers<LinkReport>() };
    this.sent.push(one.n);
    this.#waiting.push(one);
    return one.done.promise;
  }

  get underWay(): number[] {
    return this.#waiting.map(({ n }) => n);
  }

  prove(): void {
    const first = this.#waiting.shift();
    if (first === undefined) return;
    this.proved.push(first.n);
    first.done.resolve({ wireBytes: 1 });
  }

  fail(error: Error = new Disconnected('DELIVERY_CONNECTION_RESET')): void {
    for (const { done } of this.#waiting.splice(0)) {
      this.#ending += 1;
      const noted = () => undefined;
      void done.promise.then(noted, noted).then(() => (this.#ending -= 1));
      done.reject(error);
    }
  }

  close(): void {
    this.fail();
  }
}

/** Waits are over when the test says so. */
function heldClock() {
  const sleepers: (() => void)[] = [];
  const clock: Clock = { ...systemClock, monotonic: () => 0, sleep: () => new Promise<void>((resolve) => sleepers.push(resolve)) };
  return { clock, wake: () => sleepers.splice(0).forEach((wake) => wake()), sleepers };
}

const turns = () => new Promise<void>((resolve) => setImmediate(resolve));
const tries = 2;

test('whatever fails and when: every batch is delivered or leaves by fallback, none overtakes, none that was proved is sent again', async () => {
  const command = fc.oneof(
    { weight: 4, arbitrary: fc.constant('call' as const) },
    { weight: 2, arbitrary: fc.constant('prove' as const) },
    { weight: 3, arbitrary: fc.constant('fail' as const) },
    { weight: 3, arbitrary: fc.constant('wake' as const) },
    { weight: 1, arbitrary: fc.constant('outage' as const) },
  );
  const reached = { several: 0, routed: 0, again: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(command, fc.boolean()), { minLength: 10, maxLength: 60 }), async (commands) => {
      const link = new FakeLink();
      const { clock, wake, sleepers } = heldClock();
      const { deliver } = createResilientLink(link, { tries, tryForMs: 60_000, field: 'f', clock, receiver: { isDown: false } });
      const ends = new Map<number, 'delivered' | 'routed'>();
      const order: number[] = [];
      let called = 0;
      const call = () => {
        const n = called++;
        void deliver(batch(n), new AbortController().signal).then((report: SendReport | void) => {
          ends.set(n, report?.routed === undefined ? 'delivered' : 'routed');
          order.push(n);
        });
      };
      const look = () => {
        const { underWay } = link;
        if (underWay.length > 1) reached.several += 1;
        expect(underWay).toEqual([...underWay].sort((a, b) => a - b));
        // All before the first of those under way have ended, and nothing is left out between them.
        for (let n = 0; n < (underWay[0] ?? 0); n += 1) expect(ends.has(n)).toBe(true);
        for (const [index, n] of underWay.entries()) expect(n).toBe(underWay[0]! + index);
      };
      for (const [what, atOnce] of commands) {
        if (what === 'call') call();
        else if (what === 'prove') link.prove();
        else if (what === 'fail') link.fail();
        else if (what === 'wake') wake();
        else
          for (let failed = 0; failed < tries; failed += 1) {
            link.fail();
            await turns();
            wake();
            await turns();
          }
        if (!atOnce) {
          await turns();
          look();
        }
      }
      for (let round = 0; round < 400 && ends.size < called; round += 1) {
        await turns();
        look();
        link.prove();
        if (sleepers.length > 0) wake();
      }
      expect(ends.size).toBe(called);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(link.proved).toEqual([...new Set(link.proved)]);
      for (const [n, end] of ends) expect(link.proved.includes(n)).toBe(end === 'delivered');
      // The first send together with others, then at most `tries` of its own.
      for (const n of ends.keys()) expect(link.sent.filter((each) => each === n).length).toBeLessThanOrEqual(tries + 1);
      reached.routed += [...ends.values()].filter((end) => end === 'routed').length;
      reached.again += link.sent.length - new Set(link.sent).size;
    }),
    { numRuns: 400 },
  );
  for (const [what, count] of Object.entries(reached)) expect(count, what).toBeGreaterThan(50);
});

test('where a person must act, what came after the batch that says so is not sent before the caller has heard of it', async () => {
  const link = new FakeLink();
  const { deliver } = createResilientLink(link, { tries, tryForMs: 60_000, field: 'f', clock: systemClock, receiver: { isDown: false } });
  const signal = new AbortController().signal;
  const sends = [0, 1, 2].map((n) => deliver(batch(n), signal));
  link.fail(new Misconfigured('DELIVERY_RELP_REFUSED'));
  for (const each of await Promise.allSettled(sends)) expect(each).toMatchObject({ reason: { code: 'DELIVERY_RELP_REFUSED' } });
  expect(link.sent).toEqual([0, 1, 2]);
  const again = deliver(batch(0), signal);
  link.prove();
  expect(await again).toEqual({ wireBytes: 1 });
});
