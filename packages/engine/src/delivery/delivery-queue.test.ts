import { silentLog } from '@acequia/base';
import { createSlotTable } from '@acequia/batch';
import {
  Disconnected,
  Misconfigured,
  Reject,
  Retry,
  type EncodedBatch,
  type OpenDatasink,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import { datasinkContract, type DatasinkUnderTest } from '@acequia/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStore, FaultyJournal, idOf, viewOf } from '../../test/spill-rig.ts';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { DeliveryQueue } from './delivery-queue.ts';

const closing = { sendsMs: 10_000, abortedMs: 2000 };
const probeIntervalMs = 300_000;

interface Variant {
  readonly order: 'none' | 'strict';
  /** With an order: so many sends at once. */
  readonly pipelined: number;
  readonly standsBy: boolean;
  readonly repeats: boolean;
  readonly giveUpAfterMs: number;
  readonly pauseOnError: boolean;
}

interface Send {
  readonly ids: readonly number[];
  /** One that was called before it has failed: it can only fail. */
  doomed: boolean;
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

/**
 * A destination that holds every call until it is told how the call ends, and notes each breach of the contract. With an order it
 * keeps its side of it: a send is proved after those called before it, and fails when one of those has failed.
 */
class Destination {
  readonly ordered: boolean;
  readonly breaches: string[] = [];
  /** Rows that leave by a port and have no outcome yet. */
  readonly leaving = new Set<number>();
  /** Most sends that were under way at once. */
  most = 0;
  readonly sessions: Session[] = [];
  readonly openings: { readonly settings: number; end(error?: unknown): void }[] = [];
  readonly outcomes = new Map<number, string>();
  readonly order: number[] = [];
  /** Of what an opening goes by. */
  settings = 0;
  /** Of the data sink as it is saved. */
  revision = 1;
  /** Sends end when their signal is aborted. */
  obeys = true;
  /** The checkpoint last reported, and what the commit under way says of it. */
  reported: string | undefined;
  collected: string | undefined;
  /** All calls end well at once. */
  healthy = false;
  /** It is noted for whom the time of what runs now is spent. */
  accounted = false;
  /** The settings and row of each call of an encoder. */
  readonly encoded: (readonly [settings: number, id: number])[] = [];

  constructor(ordered: boolean) {
    this.ordered = ordered;
  }

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
        if (!this.accounted) this.breaches.push('encoded on nobody’s account');
        this.encoded.push([settings, idOf(view, row)]);
        out.text(`${settings} ${idOf(view, row)};`);
        out.commit();
      },
      send: (batch, signal) => this.#send(session, batch, signal),
      committed: (checkpoint) => {
        if (session.state !== 'open') this.breaches.push('committed after close');
        if (checkpoint !== this.collected) this.breaches.push(`said to be committed: ${checkpoint}, and was ${this.collected}`);
        given.set('a commit', (given.get('a commit') ?? 0) + 1);
      },
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
    const records = Buffer.from(batch.bytes).toString().split(';').slice(0, -1);
    const ids = records.map((record) => Number(record.split(' ')[1]));
    if (records.some((record) => record.split(' ')[0] !== String(session.settings))) this.breaches.push('encoded for other settings');
    if (this.ordered) this.#checkOrder(session, ids);
    return new Promise((resolve, reject) => {
      const send: Send = {
        ids,
        doomed: false,
        end: (answer) => {
          if (!session.sends.has(send)) return;
          const before = [...session.sends].slice(0, [...session.sends].indexOf(send));
          const after = [...session.sends].slice(before.length + 1);
          const failed = 'error' in answer ? answer : send.doomed ? { error: new Disconnected('DELIVERY_RESET') } : undefined;
          if (failed) {
            session.sends.delete(send);
            if (this.ordered) for (const each of after) each.doomed = true;
            reject(failed.error as Error);
            return;
          }
          if (this.ordered) for (const each of before) each.end(ok);
          session.sends.delete(send);
          const { report } = answer as { report: SendReport | undefined };
          this.reported = report?.checkpoint ?? this.reported;
          const left = new Set([...(report?.rejected ?? []), ...(report?.routed ?? [])].map(({ record }) => record));
          for (const [record, id] of ids.entries())
            if (left.has(record)) this.leaving.add(id);
            else this.outcome(id, 'delivered');
          resolve(report);
        },
      };
      session.sends.add(send);
      this.most = Math.max(this.most, session.sends.size);
      signal.addEventListener('abort', () => {
        if (this.obeys) send.end({ error: signal.reason });
      });
      if (this.healthy) send.end(ok);
    });
  }

  /** All rows before those that are sent have their outcome or are on their way in the same session, and these are not. */
  #checkOrder(session: Session, ids: readonly number[]): void {
    const underWay = new Set([...session.sends].flatMap((send) => send.ids));
    for (let id = 0; id < ids[0]!; id++)
      if (!this.outcomes.has(id) && !underWay.has(id) && !this.leaving.has(id)) this.breaches.push(`row ${ids[0]} overtakes row ${id}`);
    for (const id of ids) if (underWay.has(id)) this.breaches.push(`row ${id} is sent twice at once`);
  }

  outcome(id: number, outcome: string): void {
    if (this.outcomes.has(id)) this.breaches.push(`row ${id}: ${this.outcomes.get(id)}, then ${outcome}`);
    this.outcomes.set(id, outcome);
    this.leaving.delete(id);
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
  readonly destination: Destination;
  readonly variant: Variant;
  readonly queue: DeliveryQueue;
  readonly counted: Record<string, number> = {};
  readonly dropped: number[] = [];
  rows = 0;
  #block = 0;

  constructor(variant: Variant) {
    this.variant = variant;
    this.destination = new Destination(variant.order !== 'none');
    const { clock, journal, destination } = this;
    const store = createStore({
      clock,
      journal,
      onWork: () => this.queue?.pump(),
      onDropped: (count) => this.dropped.push(count),
    });
    const { order, pipelined, giveUpAfterMs, pauseOnError } = variant;
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
        pipelined,
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
      restored: false,
      settings: () => String(destination.settings),
      revision: () => destination.revision,
      open: () => destination.open(),
      probe: () => Promise.resolve(),
      reroute: async (view, _entry, rows, port, kind) => {
        const ids = rows.map((_, index) => idOf(view, view.rows[index]!));
        for (const id of ids) destination.leaving.add(id);
        await this.clock.sleep(5);
        for (const id of ids) destination.outcome(id, `${kind} ${port}`);
        return { enter: (counts) => counts.add('n', 'rerouted', ids.length) };
      },
      onBatch: () => undefined,
      onStatus: () => undefined,
      onBound: () => undefined,
      onTurn: () => undefined,
      account: (work) => {
        destination.accounted = true;
        try {
          return work();
        } finally {
          destination.accounted = false;
        }
      },
    });
  }

  add(count: number): void {
    const ids = Array.from({ length: count }, () => this.rows++);
    this.queue.store.add({ stream: 'l', block: ++this.#block, n: 0 }, viewOf(ids), count * 100);
  }

  /** A commit is written from now on, and ends with `committed`. */
  collect(): void {
    this.destination.collected = this.destination.reported;
    this.queue.collected();
  }

  commit(): void {
    this.collect();
    this.queue.committed();
  }

  check(): void {
    const { outcomes, breaches, order } = this.destination;
    expect(breaches).toEqual([]);
    expect(this.queue.store.waiting).toBe(this.rows - outcomes.size);
    expect(this.counted['delivered'] ?? 0).toBe(order.length);
    if (this.variant.order !== 'none') expect(this.destination.most).toBeLessThanOrEqual(this.variant.pipelined);
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
    const halted = this.queue.halt(deadline.signal).then(() => this.commit());
    void halted.then(async () => (stopped = await this.queue.stop(deadline.signal)));
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

/** How often each answer was given to a send of several rows while others were under way, and data sinks heard of a commit. */
const given = new Map<string, number>();

const act = (name: string, run: (rig: Rig) => void | Promise<void>) => fc.constant(new Command(name, run));
const often = <T>(times: number, ...each: readonly T[]): T[] => Array.from({ length: times }, () => each).flat();
const commands = [
  ...often(
    5,
    fc.integer({ min: 1, max: 9 }).map((count) => new Command(`add ${count}`, (rig) => rig.add(count))),
  ),
  ...often(
    5,
    act('open ends well', ({ destination }) => destination.openings[0]?.end()),
  ),
  fc
    .constantFrom(...Object.keys(errors))
    .map((name) => new Command(`open: ${name}`, ({ destination }) => destination.openings[0]?.end(errors[name]!()))),
  ...often(
    6,
    fc.tuple(fc.constantFrom(...Object.keys(answers)), fc.nat(4)).map(
      ([name, at]) =>
        new Command(`send ${at}: ${name}`, ({ destination }) => {
          const { sends } = destination;
          const send = sends[Math.min(at, sends.length - 1)];
          if (!send) return;
          if (send.ids.length > 1 && sends.length > 1) given.set(name, (given.get(name) ?? 0) + 1);
          send.end(answers[name]!(send.ids));
        }),
    ),
  ),
  act('a send ends well', ({ destination }) => destination.sends[0]?.end(ok)),
  ...often(
    3,
    fc.boolean().map((fails) => new Command(`close fails: ${fails}`, ({ destination }) => destination.closings[0]?.endClose(fails))),
  ),
  act('a secret changes', ({ destination, queue }) => {
    destination.settings++;
    queue.refresh();
  }),
  act('another secret changes', ({ queue }) => queue.refresh()),
  ...often(
    4,
    act('a person asks for an attempt', ({ queue }) => queue.retryNow()),
  ),
  act('stands by', ({ queue }) => queue.standBy()),
  ...often(
    3,
    act('takes over', ({ queue }) => queue.takeOver(undefined)),
  ),
  act('commit', (rig) => rig.commit()),
  act('a commit begins', (rig) => rig.collect()),
  act('a commit ends', ({ queue }) => queue.committed()),
  act('finish', ({ queue }) => queue.finish()),
  act('spill', ({ queue }) => void queue.store.spill()),
  fc.boolean().map((obeys) => new Command(`obeys: ${obeys}`, ({ destination }) => void (destination.obeys = obeys))),
  fc.boolean().map((full) => new Command(`journal full: ${full}`, ({ journal }) => void (journal.full = full))),
  fc.boolean().map((fails) => new Command(`journal unreadable: ${fails}`, ({ journal }) => void (journal.unreadable = fails))),
  fc.constantFrom(1, 30, 3000, 11_000, probeIntervalMs).map((ms) => new Command(`${ms} ms pass`, ({ clock }) => clock.pass(ms))),
];
const variants = fc.record({
  order: fc.constantFrom('none' as const, 'strict' as const, 'strict' as const),
  pipelined: fc.constantFrom(1, 3, 5),
  standsBy: fc.boolean(),
  repeats: fc.boolean(),
  giveUpAfterMs: fc.constantFrom(0, 60_000),
  pauseOnError: fc.boolean(),
});

const walk = (end: (rig: Rig) => Promise<void>, seed: number) =>
  fc.assert(
    fc.asyncProperty(variants, fc.commands(commands, { maxCommands: 100, size: 'max' }), async (variant, calls) => {
      const rig = new Rig(variant);
      rig.add(20);
      rig.queue.pump();
      await fc.asyncModelRun(() => ({ model: {}, real: rig }), calls);
      await end(rig);
    }),
    { numRuns: 600, seed },
  );

describe('any order of calls, answers and faults', { timeout: 120_000 }, () => {
  beforeEach(() => given.clear());
  // A walk that seldom gets that far proves nothing.
  afterEach(() => {
    for (const name of ['a commit', ...Object.keys(answers)])
      expect([name, given.get(name) ?? 0]).toEqual([name, expect.toSatisfy((count) => count > 30)]);
  });

  test('each row has one outcome, never two sessions, close waits, and nothing is stuck after the faults end', () =>
    walk((rig) => rig.finish(), 19));

  test('it stops within its time, and what ends later does no harm', () => walk((rig) => rig.stop(), 20));
});

async function withOneSend(obeys: boolean): Promise<Rig> {
  const rig = new Rig({ order: 'strict', pipelined: 1, standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
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

test('what was encoded for other settings is encoded anew batch by batch, as each is sent', async () => {
  const rig = await withOneSend(true);
  const { destination, queue } = rig;
  rig.add(16);
  await settle();
  const { length } = destination.encoded;
  expect(length).toBeGreaterThan(8);
  destination.settings++;
  queue.refresh();
  destination.sends[0]!.end({ error: new Disconnected('DELIVERY_RESET') });
  await settle();
  destination.closings[0]!.endClose(false);
  queue.retryNow();
  await settle();
  destination.openings[0]!.end();
  for (const first of [0, 4, 8]) {
    await settle();
    const sent = [0, 1, 2, 3].map((id) => first + id);
    expect(destination.sends.map(({ ids }) => ids)).toEqual([sent]);
    expect(destination.encoded.slice(length).filter(([, id]) => id < length)).toEqual(
      Array.from({ length: first + 4 }, (_, id) => [1, id]),
    );
    destination.sends[0]!.end(ok);
  }
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
  const rig = new Rig({ order: 'none', pipelined: 1, standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  rig.add(4);
  rig.queue.pump();
  rig.destination.settings++;
  rig.queue.refresh();
  rig.destination.openings[0]!.end();
  await settle();
  expect(rig.destination.sends).toEqual([]);
  await rig.finish();
});

test('a delivery that waits for a person is tried at once when its secret changes and when its data sink is saved, as it was, too', async () => {
  const rig = new Rig({ order: 'strict', pipelined: 1, standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  const { destination, queue } = rig;
  const tried = async (change: () => void) => {
    destination.openings[0]!.end(new Misconfigured('DELIVERY_FILE_ROOT'));
    await settle();
    expect(queue.status().state).toBe('misconfigured');
    queue.refresh();
    await settle();
    expect(destination.openings).toHaveLength(0);
    change();
    queue.refresh();
    await settle();
    expect(destination.openings).toHaveLength(1);
  };
  rig.add(4);
  queue.pump();
  await tried(() => destination.settings++);
  await tried(() => destination.revision++);
  destination.openings[0]!.end();
  await settle();
  destination.revision++;
  queue.refresh();
  await settle();
  expect([destination.openings.length, destination.sessions.map(({ state }) => state)]).toEqual([0, ['open']]);
  await rig.finish();
});

test('each failed attempt moves when it failed last and when the next one comes, and one that works ends both', async () => {
  const rig = new Rig({ order: 'strict', pipelined: 1, standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  const { destination, queue, clock } = rig;
  rig.add(4);
  queue.pump();
  const refuse = async () => {
    destination.openings[0]!.end(new Misconfigured('DELIVERY_FILE_ROOT'));
    await settle();
    return queue.status();
  };
  const begin = clock.now();
  expect(await refuse()).toMatchObject({ failedAt: begin, nextTryAt: begin + probeIntervalMs });
  await clock.pass(probeIntervalMs);
  expect(await refuse()).toMatchObject({ failedAt: begin + probeIntervalMs, nextTryAt: begin + 2 * probeIntervalMs });
  await clock.pass(probeIntervalMs);
  destination.openings[0]!.end();
  destination.healthy = true;
  await rig.finish();
  expect(queue.status()).not.toHaveProperty('failedAt');
  expect(queue.status()).not.toHaveProperty('nextTryAt');
});

test('each attempt is told with what came of it, how long it took and why, the newest first', async () => {
  const rig = new Rig({ order: 'strict', pipelined: 1, standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  const { destination, queue, clock } = rig;
  const begin = clock.now();
  rig.add(4);
  queue.pump();
  await clock.pass(40);
  destination.openings[0]!.end(new Disconnected('CONNECT_REFUSED'));
  await clock.pass(100);
  destination.openings[0]!.end();
  await settle();
  await clock.pass(30);
  destination.sends[0]!.end({ error: new Retry('HTTP_503', { status: 503 }) });
  await clock.pass(100);
  await clock.pass(7);
  destination.sends[0]!.end({ report: { rejected: [{ record: 1, code: 'TOY_NO', detail: { status: 400 } }] } });
  await settle();
  const ended = (atMs: number, tookMs: number) => ({ atMs: begin + atMs, tookMs });
  expect(queue.attempts()).toEqual([
    // It waited for 79 ms before it was sent again.
    { ...ended(277, 28), outcome: 'delivered', events: 3 },
    { ...ended(277, 28), outcome: 'rejected', events: 1, code: 'TOY_NO', status: 400 },
    { ...ended(170, 30), outcome: 'failed', events: 4, code: 'HTTP_503', status: 503 },
    { ...ended(40, 40), outcome: 'failed', events: 0, code: 'CONNECT_REFUSED' },
  ]);
  rig.add(4);
  await clock.pass(25);
  destination.sends[0]!.end({ error: new Reject('HTTP_400', [2], { status: 400 }) });
  await settle();
  expect(queue.attempts()[0]).toMatchObject({ outcome: 'rejected', events: 1, code: 'HTTP_400', status: 400 });
  await rig.finish();
});

test('batches are sent before those in front of them are proved, and count as delivered when their own proof is there', async () => {
  const rig = new Rig({ order: 'strict', pipelined: 3, standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  const { destination, queue, counted } = rig;
  queue.pump();
  destination.openings[0]!.end();
  rig.add(20);
  await settle();
  expect(destination.sends.map(({ ids }) => ids[0])).toEqual([0, 4, 8]);
  expect(counted['delivered'] ?? 0).toBe(0);
  destination.sends[0]!.end(ok);
  await settle();
  expect(destination.sends.map(({ ids }) => ids[0])).toEqual([4, 8, 12]);
  expect(counted['delivered']).toBe(4);
  await rig.finish();
});

test('a connection breaks with batches under way: all that is not proved is sent again in order, as after one failure', async () => {
  const rig = new Rig({ order: 'strict', pipelined: 5, standsBy: false, repeats: false, giveUpAfterMs: 0, pauseOnError: true });
  const { destination, queue, clock, counted } = rig;
  queue.pump();
  destination.openings[0]!.end();
  rig.add(20);
  await settle();
  destination.sends[0]!.end(ok);
  destination.sends[0]!.end({ error: new Disconnected('DELIVERY_RESET') });
  await settle();
  expect([destination.sends.length, counted['delivered']]).toEqual([0, 4]);
  destination.closings[0]!.endClose(false);
  // The first wait after a failure is at most 100 ms; after four it would be up to 800 ms.
  await clock.pass(100);
  destination.openings[0]!.end();
  const sent: number[] = [];
  for (let batch = 0; batch < 4; batch++) {
    await settle();
    const send = destination.sends[0]!;
    sent.push(send.ids[0]!);
    send.end(ok);
  }
  expect(sent).toEqual([4, 8, 12, 16]);
  await rig.finish();
});

/** The destination as a data sink by itself: only sends are held. */
function destinationUnderTest(order: Variant['order']): DatasinkUnderTest {
  const destination = new Destination(order !== 'none');
  destination.healthy = true;
  const endClosings = () => {
    for (const session of destination.closings) session.endClose(false);
  };
  return {
    batching: { order, concurrency: 3, pipelined: 3 },
    async open() {
      const sink = await destination.open();
      const close = () => {
        const closing = sink.close();
        endClosings();
        return closing;
      };
      return { slots: createSlotTable(), sink: { ...sink, close } };
    },
    there: () => destination.order.map(String),
    destination: {
      hold: () => void (destination.healthy = false),
      async arrived(lines) {
        while (destination.sends.flatMap(({ ids }) => ids).length < lines) await settle();
      },
      release: () => destination.heal(),
      reset() {
        for (const send of destination.sends) send.end({ error: new Disconnected('DELIVERY_RESET') });
      },
    },
  };
}

describe.each(['none', 'strict'] as const)(
  'the destination of these tests, with the order %s, keeps what a data sink promises',
  (order) => {
    for (const { name, run } of datasinkContract('held', ...(order === 'none' ? [] : (['pipelined'] as const)))) {
      test(name, async () => {
        const { seen, wanted } = await run(destinationUnderTest(order));
        expect(seen).toEqual(wanted);
      });
    }
  },
);
