import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createSlotTable, type BatchView } from '@acequia/batch';
import {
  Disconnected,
  Misconfigured,
  Retry,
  type DatasinkBatching,
  type DatasinkContext,
  type EncodedBatch,
  type OpenDatasink,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import { createMemoryJournal, JournalFull, openJournal, type Journal } from '@acequia/journal';
import { inlineWriter, nodeFileCalls, testLog } from '@acequia/journal/testing';
import { datasinkContract, type DatasinkTrait, type DatasinkUnderTest } from '@acequia/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seeded } from '../../test/crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { submitLines, toyComponents, type ToyPeer } from '../../test/toy-components.ts';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { Components } from '../options.ts';

const listeners = ['LI_1', 'LI_2'];
const sinks = ['a', 'b'];

interface Variant {
  readonly order: 'none' | 'strict';
  /** The place of `a` and `b` promises each line once, also over crashes, by checkpoints. */
  readonly once: boolean;
  /** What `a` refuses goes to `b`. */
  readonly spare: boolean;
}

interface Call<Answer> {
  readonly life: number;
  end(answer: Answer): void;
}
interface Send extends Call<{ readonly error: unknown } | { readonly report: SendReport | undefined }> {
  readonly lines: readonly string[];
}
interface Session {
  readonly life: number;
  readonly sends: Set<Send>;
  state: 'open' | 'closing' | 'closed';
  endClose(): void;
}

/** What places go by. */
interface PlaceRules {
  readonly variant: Pick<Variant, 'order' | 'once'>;
  readonly breaches: string[];
  /** All calls end well at once. */
  readonly healthy: boolean;
  /** Sends end when their signal is aborted. */
  readonly obeys: boolean;
  isLife(life: number): boolean;
}

/**
 * Where data sinks write: what each branch wrote there, which is cut back to the checkpoint when it is opened, as the file data
 * sink does. It holds every call until it is told how the call ends, and notes each breach of the contract.
 */
class Place {
  readonly #world: PlaceRules;
  readonly written = new Map<string, string[]>();
  openings: Call<unknown>[] = [];
  sessions: Session[] = [];
  /** Lines that were proved in this life. */
  readonly proved = new Set<string>();

  constructor(world: PlaceRules) {
    this.#world = world;
  }

  get lines(): string[] {
    return [...this.written.values()].flat();
  }
  get sends(): Send[] {
    return this.sessions.flatMap(({ sends }) => [...sends]);
  }
  get closings(): Session[] {
    return this.sessions.filter(({ state }) => state === 'closing');
  }

  open(ctx: DatasinkContext, life: number): Promise<OpenDatasink> {
    if (!this.#world.isLife(life)) return new Promise<never>(() => undefined);
    const { order, once } = this.#world.variant;
    const isOpen = this.openings.length > 0 || this.sessions.some(({ state }) => state !== 'closed');
    if (isOpen && (once || order === 'strict')) this.#world.breaches.push('opened beside another one');
    return new Promise((resolve, reject) => {
      const opening: Call<unknown> = {
        life,
        end: (error) => {
          this.openings = this.openings.filter((other) => other !== opening);
          if (error !== undefined) return reject(error as Error);
          if (once) this.#undo(ctx);
          resolve(this.#session(ctx, life));
        },
      };
      this.openings.push(opening);
      if (this.#world.healthy) opening.end(undefined);
    });
  }

  #undo({ checkpoint, branch }: DatasinkContext): void {
    const [run, count] = checkpoint?.split(' ') ?? [branch.id, '0'];
    if (run !== branch.id) this.#cut(branch.id, 0);
    this.#cut(run!, Number(count));
  }

  #cut(run: string, count: number): void {
    for (const line of this.written.get(run)?.splice(count) ?? [])
      if (this.proved.delete(line)) this.#world.breaches.push(`${line} was proved and is cut off`);
  }

  #session({ branch, slots }: DatasinkContext, life: number): OpenDatasink {
    const session: Session = { life, sends: new Set(), state: 'open', endClose: () => undefined };
    this.sessions.push(session);
    const slot = slots.slot('message');
    return {
      encode: (view: BatchView, row, out) => {
        out.text(view.text(row, slot)!);
        out.commit();
      },
      send: (batch, signal) => this.#send(session, branch.id, batch, signal),
      close: () => {
        if (session.sends.size > 0) this.#world.breaches.push('closed with a send under way');
        if (session.state !== 'open') this.#world.breaches.push('closed twice');
        session.state = 'closing';
        return new Promise((resolve) => {
          session.endClose = () => {
            session.state = 'closed';
            resolve();
          };
          if (this.#world.healthy) session.endClose();
        });
      },
    };
  }

  #send(session: Session, run: string, batch: EncodedBatch, signal: AbortSignal): Promise<SendReport | undefined> {
    if (session.state !== 'open') this.#world.breaches.push('sent after close');
    const lines = Array.from({ length: batch.count }, (_, i) =>
      Buffer.from(batch.bytes.subarray(batch.offsets[i], batch.offsets[i + 1])).toString(),
    );
    return new Promise((resolve, reject) => {
      const send: Send = {
        life: session.life,
        lines,
        end: (answer) => {
          if (!session.sends.delete(send)) return;
          if ('error' in answer) return reject(answer.error as Error);
          const refused = new Set(answer.report?.rejected?.map(({ record }) => record));
          const all = this.written.get(run) ?? [];
          this.written.set(run, all);
          for (const [record, line] of lines.entries()) {
            if (refused.has(record)) continue;
            all.push(line);
            this.proved.add(line);
          }
          resolve({ ...answer.report, ...(this.#world.variant.once ? { checkpoint: `${run} ${all.length}` } : {}) });
        },
      };
      session.sends.add(send);
      signal.addEventListener('abort', () => {
        if (this.#world.obeys) send.end({ error: signal.reason });
      });
      if (this.#world.healthy) send.end({ report: undefined });
    });
  }

  heal(): void {
    while (this.openings.length > 0) this.openings[0]!.end(undefined);
    for (const send of this.sends) send.end({ report: undefined });
    for (const session of this.closings) session.endClose();
  }

  /** The process has died: nobody hears of its calls any more. */
  forget(): void {
    this.openings = [];
    this.sessions = [];
    this.proved.clear();
  }
}

/** A journal of which a life of the engine is told nothing any more once it is over, and whose calls under way are counted. */
class Disk {
  pending = 0;
  /** What waits for a destination cannot be written. */
  full = false;
  inner: Journal;

  constructor(inner: Journal) {
    this.inner = inner;
  }

  life(alive: () => boolean): Journal {
    const { inner } = this;
    const through = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!alive()) return new Promise<never>(() => undefined);
      this.pending++;
      const result = work().finally(() => this.pending--);
      await result.catch(() => undefined);
      return alive() ? result : new Promise<never>(() => undefined);
    };
    return {
      append: (group) =>
        through(() =>
          this.full && group.blocks[0]!.stream.startsWith('ob/')
            ? Promise.reject(new JournalFull('the journal is full'))
            : inner.append(group),
        ),
      read: (stream, from, maxBytes) => through(() => inner.read(stream, from, maxBytes)),
      head: (stream) => inner.head(stream),
      tail: (stream) => inner.tail(stream),
      trim: (stream, before) => (alive() ? inner.trim(stream, before) : undefined),
      drop: (stream) => (alive() ? inner.drop(stream) : undefined),
      streams: () => inner.streams(),
      usage: (stream) => inner.usage(stream),
      span: (stream, fromMs, toMs) => through(() => inner.span(stream, fromMs, toMs)),
      space: () => inner.space(),
      durability: () => inner.durability(),
      sourceState: (stream) => inner.sourceState(stream),
      knowsKey: (key) => inner.knowsKey(key),
      onAppend: (listen) => inner.onAppend(listen),
      commits: {
        commit: (changes) => through(() => inner.commits.commit(structuredClone(changes))),
        get: (key) => inner.commits.get(key),
        keys: (prefix) => inner.commits.keys(prefix),
      },
      generation: inner.generation,
      logNumber: inner.logNumber,
      close: async () => undefined,
    };
  }
}

/** Journals of one kind. */
interface Journals {
  open(): Promise<Journal>;
  /** What the next process finds. */
  reopen(journal: Journal): Promise<Journal>;
  close(journal: Journal): Promise<void>;
}

interface Version {
  readonly id: string;
  readonly listenerId: string;
}

/** What must become of a line: the version of a calm time owes it, none does, or nobody can tell. */
type Due = 'once' | 'never' | 'perhaps';

class World {
  readonly variant: Variant;
  readonly disk: Disk;
  readonly clock: VirtualClock;
  readonly places: Readonly<Record<string, Place>> = { a: new Place(this), b: new Place(this) };
  readonly breaches: string[] = [];
  readonly due = new Map<string, Due>();
  readonly versions = new Map<string, Version>();
  healthy = false;
  obeys = true;
  crashed = false;
  engine!: Engine;
  #peer!: (name: string) => ToyPeer;
  #life = 0;
  #wanted: Version | undefined;
  #edit = 0;
  /** Listener of the version that each application of this life asks for, and how many of those are over. */
  #asked: (string | undefined)[] = [];
  #answered = 0;
  /** Listener of the version that runs as far as the last one that is over. */
  #reads: string | undefined;
  #lines = 0;

  readonly #journals: Journals;
  readonly #random = seeded(1);

  constructor(variant: Variant, journals: Journals, inner: Journal) {
    this.variant = variant;
    this.#journals = journals;
    this.disk = new Disk(inner);
    this.clock = new VirtualClock(() => this.settle());
    this.begin();
  }

  async settle(): Promise<void> {
    do await settle();
    while (this.disk.pending > 0);
  }

  get a(): Place {
    return this.places['a']!;
  }
  get all(): Place[] {
    return Object.values(this.places);
  }
  get applying(): boolean {
    return this.#answered < this.#asked.length;
  }

  isLife(life: number): boolean {
    return life === this.#life;
  }

  begin(): void {
    const life = ++this.#life;
    const { order, once } = this.variant;
    const toys = toyComponents({ batching: () => ({}), open: async () => undefined, send: async () => undefined });
    const toySink = toys.components.datasink('toy', '1.0.0')!;
    const batching = (): DatasinkBatching => ({
      maxEvents: 3,
      maxBytes: 1 << 20,
      maxWaitMs: 10,
      order,
      concurrency: order === 'strict' ? 1 : 2,
      retry: { giveUpAfterMs: 0, firstWaitMs: 100, maxWaitMs: 5000 },
      whenFull: 'wait',
      pauseOnError: true,
      ...(once ? { checkpoints: true as const } : {}),
    });
    const open = ({ name }: { readonly name: string }, _node: unknown, ctx: DatasinkContext) => this.places[name]!.open(ctx, life);
    const datasink = { definition: toySink.definition, runtime: { ...toySink.runtime, batching, open } } as unknown as typeof toySink;
    const components: Components = { ...toys.components, datasink: () => datasink };
    const alive = () => this.isLife(life);
    this.#peer = toys.peer;
    this.engine = createEngine({
      journal: this.disk.life(alive),
      components,
      clock: {
        now: () => this.clock.now(),
        monotonic: () => this.clock.monotonic(),
        sleep: (ms, signal) => this.clock.sleep(ms, signal),
        after: (ms, run) => this.clock.after(ms, () => void (alive() && run())),
      },
      random: { bytes: (n) => Uint8Array.from({ length: n }, () => Math.floor(this.#random() * 256)) },
      log: silentLog,
      worker: 'w1',
      secret: () => undefined,
      limits: { commitIntervalMs: 1000, retentionMs: 0, branchMemoryBytes: 400 },
    });
    this.#asked = [];
    this.#answered = 0;
    this.#apply();
  }

  #apply(): void {
    const { engine } = this;
    this.#asked.push(this.#wanted?.listenerId);
    const ended = () => {
      if (engine !== this.engine) return;
      this.#answered++;
      const running = engine.status().pipelines.find(({ state }) => state === 'running');
      this.#reads = running && this.versions.get(running.versionId)!.listenerId;
    };
    void engine.apply(this.#deployment()).then(ended, ended);
  }

  #deployment() {
    const all = this.#wanted ? [this.#pipelineOf(this.#wanted)] : [];
    const { datasinks, ...rest } = deployment(all, { listeners: listeners.map((id) => listener(id)), sinks });
    return { ...rest, datasinks: datasinks.map((one) => ({ ...one, creation: { ...one.creation, edit: this.#edit } })) };
  }

  #pipelineOf({ id, listenerId }: Version) {
    const nodes = [label(listenerId), action('mark', 'mark', { mark: `${id} ` }), sink('out', 'a')];
    if (!this.variant.spare) return pipeline('PL_1', id, nodes, links('start > mark', 'mark > out'));
    return pipeline('PL_1', id, [...nodes, sink('spare', 'b')], links('start > mark', 'mark > out', 'out.error > spare'));
  }

  publish(listenerId: string): void {
    this.#note(listenerId);
    this.#wanted = { id: `PV_${this.versions.size + 1}`, listenerId };
    this.versions.set(this.#wanted.id, this.#wanted);
    this.#apply();
  }

  /** In which states of its place a version is replaced. */
  #note(listenerId: string): void {
    const pipelines = this.engine.status().pipelines;
    const old = pipelines.find(({ state }) => state === 'running');
    if (!old) return;
    const state = old.branches[0]?.state;
    const seen: Readonly<Record<string, boolean>> = {
      'while open': state === 'open',
      'while sending': this.a.sends.length > 0,
      'while closing': this.a.closings.length > 0,
      'while opening': this.a.openings.length > 0,
      'while waiting for retry': state === 'retrying',
      'while waiting for a person': state === 'misconfigured',
      'twice at once': this.applying,
      'beside one that has not ended': pipelines.length > 1,
      'to another listener': this.#reads !== listenerId,
    };
    for (const [name, is] of Object.entries(seen)) if (is) handOvers.set(name, (handOvers.get(name) ?? 0) + 1);
  }

  stopPipeline(): void {
    this.#wanted = undefined;
    this.#apply();
  }

  startAgain(): void {
    this.#wanted ??= [...this.versions.values()].at(-1);
    this.#apply();
  }

  edit(): void {
    this.#edit++;
    this.#apply();
  }

  submit(listenerId: string, count: number): void {
    const peer = this.#peer(listenerId);
    if (!peer.running) return;
    const { engine } = this;
    const [reads, from] = [this.#reads, this.#answered];
    const lines = Array.from({ length: count }, () => `e${this.#lines++}`);
    for (const line of lines) this.due.set(line, 'perhaps');
    void submitLines(peer, lines).then(
      () => {
        if (engine !== this.engine) return;
        const runsIt = new Set([reads, ...this.#asked.slice(from)].map((one) => one === listenerId));
        if (runsIt.size === 1) for (const line of lines) this.due.set(line, runsIt.has(true) ? 'once' : 'never');
      },
      () => undefined,
    );
  }

  /** Another process begins with what this one has left. */
  async #beginAnew(): Promise<void> {
    this.#life++;
    for (const place of this.all) place.forget();
    await this.settle();
    this.disk.inner = await this.#journals.reopen(this.disk.inner);
    this.begin();
  }

  async crash(): Promise<void> {
    this.crashed = true;
    await this.#beginAnew();
  }

  async restart(): Promise<void> {
    for (const place of this.all) while (place.openings.length > 0) place.openings[0]!.end(new Disconnected('DELIVERY_RESET'));
    let stopped = false;
    void this.engine.stop({ deadlineMs: 500 }).then(() => (stopped = true));
    for (let second = 0; second < 60 && !stopped; second++) {
      await this.clock.pass(1000);
      for (const place of this.all) while (place.openings.length > 0) place.openings[0]!.end(new Disconnected('DELIVERY_RESET'));
    }
    expect(stopped).toBe(true);
    await this.#beginAnew();
  }

  count(line: string): number {
    return this.all.flatMap((place) => place.lines).filter((one) => one.endsWith(` ${line}`)).length;
  }

  check(): void {
    expect(this.breaches).toEqual([]);
    const lines = this.all.flatMap((place) => place.lines).map((line) => line.split(' ')[1]!);
    if (this.variant.once || !this.crashed) expect(lines.length).toBe(new Set(lines).size);
    for (const line of lines) expect([line, this.due.get(line)]).not.toEqual([line, 'never']);
  }

  #missing(): string[] {
    const lines = new Set(this.all.flatMap((place) => place.lines).map((line) => line.split(' ')[1]!));
    return [...this.due].filter(([line, due]) => due === 'once' && !lines.has(line)).map(([line]) => line);
  }

  /** All faults end: each line is where it belongs within minutes, versions that were replaced are over, and nothing is kept of them. */
  async finish(): Promise<void> {
    this.disk.full = false;
    this.healthy = true;
    for (const place of this.all) place.heal();
    for (let second = 0; second < 60 && this.applying; second++) await this.clock.pass(1000);
    expect(this.applying).toBe(false);
    this.#apply();
    for (let second = 0; second < 60 && this.applying; second++) await this.clock.pass(1000);
    for (const node of ['out', 'spare']) void this.engine.retryNow({ pipelineId: 'PL_1', node });
    await this.clock.pass(1000);
    const running = () => this.engine.status().pipelines.map(({ versionId, state }) => `${versionId} ${state}`);
    const end = this.#wanted ? [`${this.#wanted.id} running`] : [];
    const owed = () =>
      this.engine
        .status()
        .pipelines.flatMap(({ branches }) => branches)
        .reduce((sum, one) => sum + one.waitingEvents, 0);
    const isOver = () => owed() === 0 && this.#missing().length === 0 && running().join() === end.join();
    for (let second = 0; second < 120 && !isOver(); second++) await this.clock.pass(1000);
    await this.clock.pass(3000);
    expect({ missing: this.#missing(), owed: owed(), running: running() }).toEqual({ missing: [], owed: 0, running: end });
    this.check();
    const { inner } = this.disk;
    const kept = inner.streams().filter((stream) => /^(ob|li)\//.test(stream) && inner.usage(stream).blocks > 0);
    expect(kept.filter((stream) => stream.startsWith('ob/') && !stream.includes(`/${this.#wanted?.id}`))).toEqual([]);
    expect(kept.filter((stream) => stream.startsWith('li/') && inner.usage(stream).blocks > 1)).toEqual([]);
    let drained: boolean | undefined;
    void this.engine.drain({ deadlineMs: 10_000 }).then((value) => (drained = value));
    for (let second = 0; second < 12 && drained === undefined; second++) await this.clock.pass(1000);
    expect(drained).toBe(true);
    let stopped = false;
    void this.engine.stop({ deadlineMs: 500 }).then(() => (stopped = true));
    for (let second = 0; second < 12 && !stopped; second++) await this.clock.pass(1000);
    expect(stopped).toBe(true);
    for (const { sessions, openings } of this.all)
      expect([openings.length, sessions.filter(({ state }) => state !== 'closed').length]).toEqual([0, 0]);
    this.#life++;
  }
}

class Command implements fc.AsyncCommand<object, World> {
  readonly #name: string;
  readonly #act: (world: World) => void | Promise<void>;
  constructor(name: string, act: (world: World) => void | Promise<void>) {
    this.#name = name;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, world: World): Promise<void> {
    await this.#act(world);
    await world.settle();
    world.check();
  }
  toString(): string {
    return this.#name;
  }
}

const handOvers = new Map<string, number>();

const errors: Readonly<Record<string, () => unknown>> = {
  retry: () => new Retry('HTTP_503'),
  disconnected: () => new Disconnected('DELIVERY_RESET'),
  misconfigured: () => new Misconfigured('HTTP_401'),
};
const act = (name: string, run: (world: World) => void | Promise<void>) => fc.constant(new Command(name, run));
/** A person is needed as often as anything else goes wrong. */
const faults = fc.constantFrom('misconfigured', 'misconfigured', 'retry', 'disconnected');
const often = <T>(times: number, each: T): T[] => Array.from({ length: times }, () => each);
const which = fc.constantFrom(...sinks);
const commands = (crashes: boolean) => [
  ...often(
    5,
    fc
      .tuple(fc.constantFrom('LI_1', 'LI_1', 'LI_2'), fc.integer({ min: 1, max: 7 }))
      .map(([to, count]) => new Command(`${count} to ${to}`, (world) => world.submit(to, count))),
  ),
  ...often(
    4,
    fc.constantFrom('LI_1', 'LI_1', 'LI_2').map((to) => new Command(`publish at ${to}`, (world) => world.publish(to))),
  ),
  ...often(
    2,
    fc.tuple(faults, fc.constantFrom('LI_1', 'LI_1', 'LI_2')).map(
      ([error, to]) =>
        new Command(`a: a send: ${error}, and publish at ${to}`, async (world) => {
          world.a.sends[0]?.end({ error: errors[error]!() });
          await world.settle();
          world.publish(to);
        }),
    ),
  ),
  act('stop the pipeline', (world) => world.stopPipeline()),
  act('start the pipeline again', (world) => world.startAgain()),
  act('edit the data sinks', (world) => world.edit()),
  ...often(
    8,
    which.map((name) => new Command(`${name}: open ends well`, ({ places }) => places[name]!.openings[0]?.end(undefined))),
  ),
  fc
    .tuple(which, faults)
    .map(([name, error]) => new Command(`${name}: open: ${error}`, ({ places }) => places[name]!.openings[0]?.end(errors[error]!()))),
  ...often(
    6,
    which.map((name) => new Command(`${name}: a send ends well`, ({ places }) => places[name]!.sends[0]?.end({ report: undefined }))),
  ),
  ...often(
    2,
    fc
      .tuple(which, fc.nat(1), faults)
      .map(
        ([name, at, error]) =>
          new Command(`${name}: send ${at}: ${error}`, ({ places }) => places[name]!.sends[at]?.end({ error: errors[error]!() })),
      ),
  ),
  act('a: refuses the first', ({ a, variant }) => {
    if (variant.spare) a.sends[0]?.end({ report: { rejected: [{ record: 0, code: 'TOY_NO' }] } });
  }),
  ...often(
    4,
    which.map((name) => new Command(`${name}: close ends`, ({ places }) => places[name]!.closings[0]?.endClose())),
  ),
  ...often(
    1,
    act('a person asks for an attempt', ({ engine }) => void engine.retryNow({ pipelineId: 'PL_1', node: 'out' }).catch(() => undefined)),
  ),
  fc.boolean().map((obeys) => new Command(`obeys: ${obeys}`, (world) => void (world.obeys = obeys))),
  fc.boolean().map((full) => new Command(`journal full: ${full}`, ({ disk }) => void (disk.full = full))),
  ...often(
    2,
    fc.constantFrom(20, 1100, 6000, 12_000).map((ms) => new Command(`${ms} ms pass`, ({ clock }) => clock.pass(ms))),
  ),
  ...(crashes ? [act('crash', (world) => world.crash()), act('restart', (world) => world.restart())] : []),
];

const variants = fc.record({ order: fc.constantFrom('none' as const, 'strict' as const), once: fc.boolean(), spare: fc.boolean() });

/** Any order of calls, and then the end of all faults. */
const walk = (journals: Journals, { crashes, runs, seed }: { readonly crashes: boolean; readonly runs: number; readonly seed: number }) =>
  fc.assert(
    fc.asyncProperty(variants, fc.commands(commands(crashes), { maxCommands: 80, size: 'max' }), async (variant, calls) => {
      const world = new World(variant, journals, await journals.open());
      try {
        world.publish('LI_1');
        await world.settle();
        world.a.openings[0]?.end(undefined);
        await world.settle();
        await fc.asyncModelRun(() => ({ model: {}, real: world }), calls);
        await world.finish();
      } finally {
        await journals.close(world.disk.inner);
      }
    }),
    { numRuns: runs, seed },
  );

const inMemory: Journals = {
  open: async () => createMemoryJournal(),
  reopen: async (journal) => journal,
  close: async () => undefined,
};

let directory: string;
const openDirectory = () =>
  openJournal({
    directory,
    identity: testLog(),
    clock: systemClock,
    log: silentLog,
    reserveBytes: 64 * 1024,
    startWriter: (reserve) => inlineWriter(nodeFileCalls, reserve),
  });
const onDisk: Journals = {
  open: () => {
    directory = mkdtempSync(join(tmpdir(), 'acequia-hand-over-'));
    return openDirectory();
  },
  reopen: async (journal) => {
    await journal.close();
    return openDirectory();
  },
  close: async (journal) => {
    await journal.close();
    rmSync(directory, { recursive: true });
  },
};

const states = ['while open', 'while opening', 'while sending', 'while closing', 'while waiting for retry', 'while waiting for a person'];
const ways = [...states, 'twice at once', 'beside one that has not ended', 'to another listener'];

describe.each([
  { journal: 'in memory', journals: inMemory, runs: 400 },
  { journal: 'on disk', journals: onDisk, runs: 100 },
])('a version takes over what another one delivers to, journal $journal', { timeout: 300_000 }, ({ journals, runs }) => {
  beforeEach(() => handOvers.clear());
  // A walk that seldom gets that far proves nothing.
  afterEach(() => {
    for (const way of ways) expect([way, handOvers.get(way) ?? 0]).toEqual([way, expect.toSatisfy((count) => count >= runs / 20)]);
  });

  test('each event is delivered once, or owed by one version; closing waits, and it ends', () =>
    walk(journals, { crashes: false, runs, seed: 19 }));

  test('also when the process dies or stops in between', () => walk(journals, { crashes: true, runs, seed: 20 }));
});

/** A place as a data sink by itself: only sends are held. */
function placeUnderTest(order: Variant['order'], once: boolean): DatasinkUnderTest {
  const rules = { variant: { order, once }, breaches: [] as string[], healthy: true, obeys: true, isLife: () => true };
  const place = new Place(rules);
  return {
    batching: { order, concurrency: order === 'strict' ? 1 : 2 },
    async open(id, checkpoint) {
      const slots = createSlotTable();
      const sink = await place.open({ slots, checkpoint, branch: { id } } as DatasinkContext, 1);
      const close = () => {
        const closing = sink.close();
        for (const session of place.closings) session.endClose();
        return closing;
      };
      return { slots, sink: { ...sink, close } };
    },
    there: () => place.lines,
    destination: {
      hold: () => void (rules.healthy = false),
      async arrived(lines) {
        while (place.sends.flatMap((send) => send.lines).length < lines) await settle();
      },
      release() {
        rules.healthy = true;
        place.heal();
      },
      reset() {
        for (const send of place.sends) send.end({ error: new Disconnected('TOY_RESET') });
      },
    },
  };
}

describe.each([
  { order: 'none', once: false },
  { order: 'none', once: true },
  { order: 'strict', once: false },
  { order: 'strict', once: true },
] as const)('a place of these tests, with the order $order and once: $once, keeps what a data sink promises', ({ order, once }) => {
  const traits: readonly DatasinkTrait[] = ['held', ...(once ? (['checkpoints'] as const) : [])];
  for (const { name, run } of datasinkContract(...traits)) {
    test(name, async () => {
      const { seen, wanted } = await run(placeUnderTest(order, once));
      expect(seen).toEqual(wanted);
    });
  }
});
