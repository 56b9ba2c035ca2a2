import { silentLog } from '@acequia/base';
import {
  Disconnected,
  Misconfigured,
  Reject,
  Retry,
  type EncodedBatch,
  type OpenDatasink,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createStore, FaultyJournal, idOf, viewOf } from '../../test/spill-rig.ts';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { DeliveryQueue } from './delivery-queue.ts';

const closing = { sendsMs: 10_000, abortedMs: 2000 };
const probeIntervalMs = 300_000;

interface Variant {
  readonly order: 'none' | 'strict';
  readonly standsBy: boolean;
  readonly repeats: boolean;
  readonly giveUpAfterMs: number;
  readonly pauseOnError: boolean;
}

interface Send {
  readonly ids: readonly number[];
  end(answer: Answer): void;
}

interface Session {
  readonly settings: number;
  readonly sends: Set<Send>;
  state: 'open' | 'closing' | 'closed';
  endClose: (fails: boolean) => void;
}

/** How a call of the data sink ends. */
type Answer = { readonly error: unknown } | { readonly report: SendReport | undefined };
const ok: Answer = { report: undefined };

/** A destination that holds every call until it is told how the call ends, and notes each breach of the contract. */
class Destination {
  readonly breaches: string[] = [];
  readonly sessions: Session[] = [];
  readonly openings: { readonly settings: number; end(error?: unknown): void }[] = [];
  readonly outcomes = new Map<number, string>();
  readonly order: number[] = [];
  /** Of what an opening goes by. */
  settings = 0;
  /** Sends end when their signal is aborted. */
  obeys = true;
  /** All calls end well at once. */
  healthy = false;

  open(): Promise<OpenDatasink> {
    const { settings } = this;
    if (this.openings.length > 0 || this.sessions.some(({ state }) => state !== 'closed')) this.breaches.push('opened beside another one');
    return new Promise((resolve, reject) => {
      const opening = {
        settings,
        end: (error?: unknown) => {
          this.openings.splice(this.openings.indexOf(opening), 1);
          if (error === undefined) resolve(this.#session(settings));
          else reject(error as Error);
        },
      };
      this.openings.push(opening);
      if (this.healthy) opening.end();
    });
  }

  #session(settings: number): OpenDatasink {
    const session: Session = { settings, sends: new Set(), state: 'open', endClose: () => undefined };
    this.sessions.push(session);
    return {
      encode: (view, row, out) => {
        if (session.state !== 'open') this.breaches.push('encoded after close');
        out.text(`${idOf(view, row)};`);
        out.commit();
      },
      send: (batch, signal) => this.#send(session, batch, signal),
      close: () => {
        if (session.sends.size > 0) this.breaches.push('closed with a send under way');
        if (session.state !== 'open') this.breaches.push('closed twice');
        session.state = 'closing';
        return new Promise((resolve, reject) => {
          session.endClose = (fails) => {
            session.state = 'closed';
            if (fails) reject(new Error('close failed'));
            else resolve();
          };
          if (this.healthy) session.endClose(false);
        });
      },
    };
  }

  #send(session: Session, batch: EncodedBatch, signal: AbortSignal): Promise<SendReport | undefined> {
    if (session.state !== 'open') this.breaches.push('sent after close');
    const ids = Buffer.from(batch.bytes).toString().split(';').slice(0, -1).map(Number);
    return new Promise((resolve, reject) => {
      const send: Send = {
        ids,
        end: (answer) => {
          if (!session.sends.delete(send)) return;
          if ('error' in answer) {
            reject(answer.error as Error);
            return;
          }
          const left = new Set([...(answer.report?.rejected ?? []), ...(answer.report?.routed ?? [])].map(({ record }) => record));
          for (const [record, id] of ids.entries()) if (!left.has(record)) this.outcome(id, 'delivered');
          resolve(answer.report);
        },
      };
      session.sends.add(send);
      signal.addEventListener('abort', () => {
        if (this.obeys) send.end({ error: signal.reason });
      });
      if (this.healthy) send.end(ok);
    });
  }

  outcome(id: number, outcome: string): void {
    if (this.outcomes.has(id)) this.breaches.push(`row ${id}: ${this.outcomes.get(id)}, then ${outcome}`);
    this.outcomes.set(id, outcome);
    if (outcome === 'delivered') this.order.push(id);
  }

  get sends(): Send[] {
    return this.sessions.flatMap(({ sends }) => [...sends]);
  }

  get closings(): Session[] {
    return this.sessions.filter(({ state }) => state === 'closing');
  }

  /** Everything under way ends well, and all that comes. */
  heal(): void {
    this.healthy = true;
    while (this.openings.length > 0) this.openings[0]!.end();
    for (const send of this.sends) send.end(ok);
    for (const session of this.closings) session.endClose(false);
  }
}

class Rig {
  readonly clock = new VirtualClock();
  readonly journal = new FaultyJournal(this.clock);
  readonly destination = new Destination();
  readonly variant: Variant;
  readonly queue: DeliveryQueue;
  readonly counted: Record<string, number> = {};
  readonly dropped: number[] = [];
  rows = 0;
  #block = 0;

  constructor(variant: Variant) {
    this.variant = variant;
    const { clock, journal, destination } = this;
    const store = createStore({
      clock,
      journal,
      onWork: () => this.queue?.pump(),
      onDropped: (count) => this.dropped.push(count),
    });
    const { order, giveUpAfterMs, pauseOnError } = variant;
    this.queue = new DeliveryQueue({
      id: 'q',
      node: 'n',
      datasinkId: 'd',
      pipelineId: 'p',
      store,
      batching: {
        maxEvents: 4,
        maxBytes: 1000,
        maxWaitMs: 20,
        order,
        concurrency: order === 'none' ? 3 : 1,
        retry: { giveUpAfterMs, firstWaitMs: 100, maxWaitMs: 5000 },
        whenFull: 'wait',
        pauseOnError,
      },
      counts: { add: (_node, counter, count) => (this.counted[counter] = (this.counted[counter] ?? 0) + count) },
      clock,
      random: { bytes: (n) => new Uint8Array(n).fill(200) },
      log: silentLog,
      probeIntervalMs,
      closing,
      standsBy: variant.standsBy,
      repeats: variant.repeats,
      checkpoint: undefined,
      settings: () => String(destination.settings),
      open: () => destination.open(),
      probe: () => Promise.resolve(),
      reroute: async (view, _entry, rows, port, kind) => {
        const ids = rows.map((_, index) => idOf(view, view.rows[index]!));
        await this.clock.sleep(5);
        for (const id of ids) destination.outcome(id, `${kind} ${port}`);
        return { enter: (counts) => counts.add('n', 'rerouted', ids.length) };
      },
      onBatch: () => undefined,
      onStatus: () => undefined,
      onBound: () => undefined,
      onTurn: () => undefined,
    });
  }

  add(count: number): void {
    const ids = Array.from({ length: count }, () => this.rows++);
    this.queue.store.add({ stream: 'l', block: ++this.#block, n: 0 }, viewOf(ids), count * 100);
  }

  commit(): void {
    this.queue.collected();
    this.queue.committed();
  }

  check(): void {
    const { outcomes, breaches, order } = this.destination;
    expect(breaches).toEqual([]);
    expect(this.queue.store.waiting).toBe(this.rows - outcomes.size);
    expect(this.counted['delivered'] ?? 0).toBe(order.length);
    if (this.variant.order === 'strict') expect(order).toEqual(order.toSorted((one, other) => one - other));
  }

  /** All faults end: every row gets its outcome within minutes, with the settings of now, and the data sink can be closed. */
  async finish(): Promise<void> {
    this.journal.full = this.journal.unreadable = false;
    this.destination.heal();
    this.queue.takeOver(undefined);
    this.queue.retryNow();
    for (let second = 0; second < 300 && !this.queue.idle; second++) {
      this.queue.finish();
      this.commit();
      await this.clock.pass(1000);
    }
    await this.clock.pass(1000);
    await settle();
    this.check();
    expect({ idle: this.queue.idle, error: this.queue.status().error }).toEqual({ idle: true, error: undefined });
    expect(this.destination.outcomes.size).toBe(this.rows);
    expect(this.dropped).toEqual([]);
    const open = this.destination.sessions.filter(({ state }) => state === 'open');
    expect(open.map(({ settings }) => settings)).toEqual([this.destination.settings]);
    expect(await this.queue.stop(AbortSignal.abort())).toBe(true);
    await this.queue.released;
    this.#ended();
  }

  /** The worker stops now, whatever is under way: within its time. What does not end is not closed, and ends later without harm. */
  async stop(): Promise<void> {
    const deadline = new AbortController();
    let stopped: boolean | undefined;
    void this.queue.stop(deadline.signal).then((released) => (stopped = released));
    await this.clock.pass(500);
    deadline.abort(new Error('the time to stop is over'));
    await this.clock.pass(closing.abortedMs + 10);
    expect(stopped).not.toBeUndefined();
    const sent = this.destination.sends.length;
    this.add(3);
    this.queue.retryNow();
    await this.clock.pass(20_000);
    expect(this.destination.sends.length).toBeLessThanOrEqual(sent);
    this.destination.heal();
    await this.clock.pass(1000);
    await this.queue.released;
    this.check();
    this.#ended();
  }

  #ended(): void {
    expect(this.destination.sessions.map(({ state }) => state)).toEqual(this.destination.sessions.map(() => 'closed'));
    expect(this.destination.openings).toEqual([]);
    expect(this.queue.status().state).toBe('closed');
  }
}

class Command implements fc.AsyncCommand<object, Rig> {
  readonly #name: string;
  readonly #act: (rig: Rig) => void | Promise<void>;
  constructor(name: string, act: (rig: Rig) => void | Promise<void>) {
    this.#name = name;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, rig: Rig): Promise<void> {
    await this.#act(rig);
    await settle();
    rig.check();
  }
  toString(): string {
    return this.#name;
  }
}

const errors: Record<string, () => unknown> = {
  retry: () => new Retry('HTTP_503'),
  'retry in 30 s': () => new Retry('HTTP_429', { waitMs: 30_000 }),
  disconnected: () => new Disconnected('DELIVERY_RESET'),
  misconfigured: () => new Misconfigured('HTTP_401'),
  'a defect': () => new TypeError('a defect'),
};
const answers: Record<string, (ids: readonly number[]) => Answer> = {
  ok: () => ok,
  'all but the first': (ids) => ({ report: { rejected: [{ record: 0, code: 'TOY_NO' }], checkpoint: String(ids[0]) } }),
  'the last by a port': (ids) => ({ report: { routed: [{ record: ids.length - 1, port: 'fallback' }] } }),
  'refuses all': () => ({ error: new Reject('HTTP_400', 'all') }),
  'refuses the first': () => ({ error: new Reject('HTTP_400', [0]) }),
  ...Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, () => ({ error: error() })])),
};

const act = (name: string, run: (rig: Rig) => void | Promise<void>) => fc.constant(new Command(name, run));
const commands = [
  fc.integer({ min: 1, max: 9 }).map((count) => new Command(`add ${count}`, (rig) => rig.add(count))),
  act('open ends well', ({ destination }) => destination.openings[0]?.end()),
  fc
    .constantFrom(...Object.keys(errors))
    .map((name) => new Command(`open: ${name}`, ({ destination }) => destination.openings[0]?.end(errors[name]!()))),
  fc.tuple(fc.constantFrom(...Object.keys(answers)), fc.nat(2)).map(
    ([name, at]) =>
      new Command(`send ${at}: ${name}`, ({ destination }) => {
        const send = destination.sends[at];
        send?.end(answers[name]!(send.ids));
      }),
  ),
  act('a send ends well', ({ destination }) => destination.sends[0]?.end(ok)),
  fc.boolean().map((fails) => new Command(`close fails: ${fails}`, ({ destination }) => destination.closings[0]?.endClose(fails))),
  act('a secret changes', ({ destination, queue }) => {
    destination.settings++;
    queue.refresh();
  }),
  act('another secret changes', ({ queue }) => queue.refresh()),
  act('a person asks for an attempt', ({ queue }) => queue.retryNow()),
  act('stands by', ({ queue }) => queue.standBy()),
  act('takes over', ({ queue }) => queue.takeOver(undefined)),
  act('commit', (rig) => rig.commit()),
  act('finish', ({ queue }) => queue.finish()),
  act('spill', ({ queue }) => void queue.store.spill()),
  fc.boolean().map((obeys) => new Command(`obeys: ${obeys}`, ({ destination }) => void (destination.obeys = obeys))),
  fc.boolean().map((full) => new Command(`journal full: ${full}`, ({ journal }) => void (journal.full = full))),
  fc.boolean().map((fails) => new Command(`journal unreadable: ${fails}`, ({ journal }) => void (journal.unreadable = fails))),
  fc.constantFrom(1, 30, 3000, 11_000, probeIntervalMs).map((ms) => new Command(`${ms} ms pass`, ({ clock }) => clock.pass(ms))),
];
const variants = fc.record({
  order: fc.constantFrom('none' as const, 'strict' as const),
  standsBy: fc.boolean(),
  repeats: fc.boolean(),
  giveUpAfterMs: fc.constantFrom(0, 60_000),
  pauseOnError: fc.boolean(),
});

const walk = (end: (rig: Rig) => Promise<void>, seed: number) =>
  fc.assert(
    fc.asyncProperty(variants, fc.commands(commands, { maxCommands: 60, size: 'max' }), async (variant, calls) => {
      const rig = new Rig(variant);
      rig.queue.pump();
      await fc.asyncModelRun(() => ({ model: {}, real: rig }), calls);
      await end(rig);
    }),
    { numRuns: 400, seed },
  );

describe('any order of calls, answers and faults', { timeout: 120_000 }, () => {
  test('each row has one outcome, never two sessions, close waits, and nothing is stuck after the faults end', () =>
    walk((rig) => rig.finish(), 19));

  test('it stops within its time, and what ends later does no harm', () => walk((rig) => rig.stop(), 20));
});

async function withOneSend(obeys: boolean): Promise<Rig> {
  const rig = new Rig({ order: 'strict', standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  rig.destination.obeys = obeys;
  rig.queue.pump();
  rig.destination.openings[0]!.end();
  rig.add(4);
  await settle();
  expect(rig.destination.sends).toHaveLength(1);
  return rig;
}

test('a secret changes while a send is under way: close waits for it, and the result counts once', async () => {
  const { destination, queue, clock, counted } = await withOneSend(false);
  destination.settings++;
  queue.refresh();
  await clock.pass(closing.sendsMs - 1);
  expect([destination.closings.length, destination.openings.length]).toEqual([0, 0]);
  destination.sends[0]!.end(ok);
  await settle();
  expect(destination.closings).toHaveLength(1);
  expect(destination.openings).toHaveLength(0);
  destination.closings[0]!.endClose(false);
  await settle();
  expect(destination.openings.map(({ settings }) => settings)).toEqual([1]);
  expect(counted['delivered']).toBe(4);
  expect(destination.breaches).toEqual([]);
});

test('a send that ignores its abort is shown as stuck; nothing opens beside it; its late result counts once', async () => {
  const { destination, queue, clock, counted } = await withOneSend(false);
  destination.settings++;
  queue.refresh();
  await clock.pass(closing.sendsMs + closing.abortedMs + 3_600_000);
  expect(queue.status()).toMatchObject({ state: 'retrying', error: { code: 'DELIVERY_SINK_STUCK' } });
  expect([destination.sessions.length, destination.openings.length]).toEqual([1, 0]);
  destination.sends[0]!.end(ok);
  destination.healthy = true;
  await settle();
  expect(destination.breaches).toEqual([]);
  expect(destination.sessions).toHaveLength(2);
  expect(counted['delivered']).toBe(4);
  expect(queue.status()).toMatchObject({ state: 'open' });
});

test('a secret changes while the data sink opens: the old value is used for nothing', async () => {
  const rig = new Rig({ order: 'none', standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  rig.add(4);
  rig.queue.pump();
  rig.destination.settings++;
  rig.queue.refresh();
  rig.destination.openings[0]!.end();
  await settle();
  expect(rig.destination.sends).toEqual([]);
  await rig.finish();
});
