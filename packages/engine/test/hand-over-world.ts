import { silentLog } from '@acequia/base';
import { Disconnected, type DatasinkBatching, type DatasinkContext } from '@acequia/component-sdk/runtime';
import type { Journal } from '@acequia/journal';
import { expect } from 'vitest';
import { RunningEngine } from '../src/control/running-engine.ts';
import type { Engine } from '../src/engine.ts';
import type { Components } from '../src/options.ts';
import { seeded } from './crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from './deployments.ts';
import { Disk, Place, type Journals, type Variant } from './hand-over-places.ts';
import { clockOf, LanesInProcess, type Life } from './lanes-in-process.ts';
import { submitLines, toyComponents, type ToyPeer } from './toy-components.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

interface Version {
  readonly id: string;
  readonly listenerId: string;
}

/** What must become of a line: the version of a calm time owes it, none does, or nobody can tell. */
type Due = 'once' | 'never' | 'perhaps';

/** A pipeline, what was asked of it, and what it owes. */
class Track {
  readonly id: string;
  /** Where its version sends; the second one takes what the first refuses. */
  readonly sinks: readonly string[];
  readonly versions = new Map<string, Version>();
  readonly due = new Map<string, Due>();
  wanted: Version | undefined;
  /** Listener of the version that each application of this life asks for. */
  asked: (string | undefined)[] = [];
  /** Listener of the version that runs as far as the last application that is over. */
  reads: string | undefined;
  readonly #prefix: string;

  constructor(id: string, prefix: string, sinks: readonly string[]) {
    this.id = id;
    this.#prefix = prefix;
    this.sinks = sinks;
  }

  next(listenerId: string): void {
    this.wanted = { id: `${this.#prefix}_${this.versions.size + 1}`, listenerId };
    this.versions.set(this.wanted.id, this.wanted);
  }

  deployed() {
    if (!this.wanted) return [];
    const { id, listenerId } = this.wanted;
    const [first = '', spare] = this.sinks;
    const nodes = [label(listenerId), action('mark', 'mark', { mark: `${id} ` }), sink('out', first)];
    if (spare === undefined) return [pipeline(this.id, id, nodes, links('start > mark', 'mark > out'))];
    return [pipeline(this.id, id, [...nodes, sink('spare', spare)], links('start > mark', 'mark > out', 'out.error > spare'))];
  }
}

export interface WorldOptions {
  readonly variant: Variant;
  readonly journals: Journals;
  /** 0: one on the engine's own thread, and one pipeline, `PL_1`. Else there is `PL_2` beside it, which sends to `c`. */
  readonly lanes: number;
  readonly listeners: readonly string[];
}

/** An engine whose pipelines get version after version, and all that they write. */
export class World {
  readonly variant: Variant;
  readonly disk: Disk;
  readonly clock: VirtualClock;
  readonly places: Readonly<Record<string, Place>>;
  readonly breaches: string[] = [];
  readonly tracks: readonly Track[];
  /** In which states of its place a version was replaced, and how often. */
  readonly handOvers = new Map<string, number>();
  healthy = false;
  obeys = true;
  crashed = false;
  engine!: Engine;
  lanes!: LanesInProcess;
  #peer!: (name: string) => ToyPeer;
  #process = { alive: false };
  #edit = 0;
  /** Listeners that have left. */
  readonly #away = new Set<string>();
  #applications = 0;
  #answered = 0;
  #deaths = 0;
  /** What the last application that is over has come to cannot be told: a lane has died meanwhile. */
  #isUnclear = false;
  #isStopping = false;
  #lines = 0;
  readonly #o: WorldOptions;
  readonly #random = seeded(1);

  constructor(options: WorldOptions, inner: Journal) {
    this.#o = options;
    this.variant = options.variant;
    this.tracks = [
      new Track('PL_1', 'PV', options.variant.spare ? ['a', 'b'] : ['a']),
      ...(options.lanes > 0 ? [new Track('PL_2', 'QV', ['c'])] : []),
    ];
    const names = options.lanes > 0 ? ['a', 'b', 'c'] : ['a', 'b'];
    this.places = Object.fromEntries(names.map((name) => [name, new Place(this)]));
    this.disk = new Disk(inner);
    this.clock = new VirtualClock(() => this.settle());
    this.begin();
  }

  /** The first versions run: each of the listener that has the track's number. */
  async start(): Promise<void> {
    for (const [index, track] of this.tracks.entries()) track.next(this.#o.listeners[index]!);
    this.#apply();
    for (let round = 0; round < 20; round++) {
      await this.settle();
      for (const place of this.all) place.openings[0]?.end(undefined);
    }
    expect(this.applying).toBe(false);
  }

  async settle(): Promise<void> {
    let sent;
    do {
      ({ sent } = this.lanes);
      await settle();
    } while (this.disk.pending > 0 || this.lanes.underWay > 0 || sent !== this.lanes.sent);
  }

  get a(): Place {
    return this.places['a']!;
  }
  get all(): Place[] {
    return Object.values(this.places);
  }
  get applying(): boolean {
    return this.#answered < this.#applications;
  }

  begin(): void {
    const process = (this.#process = { alive: true });
    const [components, peer] = this.#components(process);
    this.#peer = peer;
    this.lanes = new LanesInProcess({
      process,
      clock: this.clock,
      random: this.#random,
      components: (life) => this.#components(life)[0],
      onDeath: () => {
        this.#deaths++;
        this.crashed ||= !this.#isStopping;
        for (const place of this.all) place.forget();
      },
    });
    this.engine = new RunningEngine(
      {
        journal: this.disk.life(() => process.alive),
        components,
        clock: clockOf(this.clock, process),
        random: { bytes: (n) => Uint8Array.from({ length: n }, () => Math.floor(this.#random() * 256)) },
        log: silentLog,
        worker: 'w1',
        secret: () => undefined,
        limits: { commitIntervalMs: 1000, retentionMs: 0, branchMemoryBytes: 400 },
        kernels: 'script',
        lanes: { count: this.#o.lanes, componentsModule: '' },
      },
      this.lanes.begin,
    );
    this.#applications = 0;
    this.#answered = 0;
    for (const track of this.tracks) track.asked = [];
    this.#apply();
  }

  /** As a process or a lane has them. */
  #components(life: Life): readonly [Components, (name: string) => ToyPeer] {
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
    return [{ ...toys.components, datasink: () => datasink }, toys.peer];
  }

  #apply(): void {
    const { engine } = this;
    const deaths = this.#deaths;
    this.#applications++;
    for (const { asked, wanted } of this.tracks) asked.push(wanted?.listenerId);
    const ended = () => {
      if (engine !== this.engine) return;
      this.#answered++;
      const { pipelines } = engine.status();
      this.#isUnclear = deaths !== this.#deaths;
      for (const track of this.tracks) {
        const running = pipelines.find(({ id, state }) => id === track.id && state === 'running');
        track.reads = running && track.versions.get(running.versionId)!.listenerId;
      }
    };
    void engine.apply(this.#deployment()).then(ended, ended);
  }

  #deployment() {
    const there = this.#o.listeners.filter((id) => !this.#away.has(id));
    const config = this.variant.acked ? { ackWhen: 'delivered' } : {};
    const { datasinks, ...rest } = deployment(
      this.tracks.flatMap((track) => track.deployed()),
      { listeners: there.map((id) => listener(id, config)), sinks: Object.keys(this.places) },
    );
    return { ...rest, datasinks: datasinks.map((one) => ({ ...one, creation: { ...one.creation, edit: this.#edit } })) };
  }

  publish(listenerId: string, track = this.tracks[0]!): void {
    if (this.#away.has(listenerId)) return;
    this.#note(track, listenerId);
    track.next(listenerId);
    this.#apply();
  }

  /** A version of each pipeline, in one deployment. */
  publishTogether(...listenerIds: readonly string[]): void {
    if (listenerIds.some((id) => this.#away.has(id))) return;
    for (const [index, listenerId] of listenerIds.entries()) this.tracks[index]!.next(listenerId);
    this.#apply();
  }

  #note(track: Track, listenerId: string): void {
    const pipelines = this.engine.status().pipelines.filter(({ id }) => id === track.id);
    const { sends, closings, openings } = this.places[track.sinks[0]!]!;
    const old = pipelines.find(({ state }) => state === 'running');
    const state = old?.branches[0]?.state;
    const seen: Readonly<Record<string, boolean>> = {
      'while open': state === 'open',
      'while sending': old !== undefined && sends.length > 0,
      'while closing': old !== undefined && closings.length > 0,
      'while opening': old !== undefined && openings.length > 0,
      'while waiting for retry': state === 'retrying',
      'while waiting for a person': state === 'misconfigured',
      'twice at once': old !== undefined && this.applying,
      'beside one that has not ended': old !== undefined && pipelines.length > 1,
      'to another listener': old !== undefined && track.reads !== listenerId,
      'while one that is over closes': pipelines.length === 0 && closings.length > 0,
    };
    for (const [name, is] of Object.entries(seen)) if (is) this.handOvers.set(name, (this.handOvers.get(name) ?? 0) + 1);
  }

  stopPipeline(track = this.tracks[0]!): void {
    track.wanted = undefined;
    this.#apply();
  }

  startAgain(track = this.tracks[0]!): void {
    track.wanted ??= [...track.versions.values()].findLast(({ listenerId }) => !this.#away.has(listenerId));
    this.#apply();
  }

  edit(): void {
    this.#edit++;
    this.#apply();
  }

  /** Unless a version that is wanted reads it. */
  remove(listenerId: string): void {
    if (this.tracks.some(({ wanted }) => wanted?.listenerId === listenerId)) return;
    this.#away.add(listenerId);
    this.#apply();
  }

  bringBack(listenerId: string): void {
    if (this.#away.delete(listenerId)) this.#apply();
  }

  killLane(index: number): void {
    void this.lanes.living[index]?.terminate();
  }

  submit(listenerId: string, count: number): void {
    const peer = this.#peer(listenerId);
    if (!peer.running) return;
    const { engine } = this;
    const [from, isUnclear] = [this.#answered, this.#isUnclear];
    const before = this.tracks.map(({ reads }) => reads);
    const lines = Array.from({ length: count }, () => `e${this.#lines++}`);
    for (const { due } of this.tracks) for (const line of lines) due.set(line, 'perhaps');
    void submitLines(peer, lines).then(
      () => {
        if (engine !== this.engine || isUnclear || this.#isUnclear) return;
        for (const [index, track] of this.tracks.entries()) {
          const runsIt = new Set([before[index], ...track.asked.slice(from)].map((one) => one === listenerId));
          if (runsIt.size > 1) continue;
          for (const line of lines) track.due.set(line, runsIt.has(true) ? 'once' : 'never');
          const missing = lines.filter((line) => !this.#written(track).includes(line));
          if (this.variant.acked && runsIt.has(true) && missing.length > 0) this.breaches.push(`said to be delivered: ${missing.join()}`);
        }
      },
      () => undefined,
    );
  }

  /** Another process begins with what this one has left. */
  async #beginAnew(): Promise<void> {
    this.#process.alive = false;
    for (const place of this.all) place.forget();
    await this.settle();
    this.disk.inner = await this.#o.journals.reopen(this.disk.inner);
    this.begin();
  }

  async crash(): Promise<void> {
    this.crashed = true;
    await this.#beginAnew();
  }

  async restart(): Promise<void> {
    const refuseOpenings = () => {
      for (const place of this.all) while (place.openings.length > 0) place.openings[0]!.end(new Disconnected('DELIVERY_RESET'));
    };
    refuseOpenings();
    await this.#stop(60, refuseOpenings);
    await this.#beginAnew();
  }

  async #stop(seconds: number, eachSecond: () => void): Promise<void> {
    let stopped = false;
    this.#isStopping = true;
    void this.engine.stop({ deadlineMs: 500 }).then(() => (stopped = true));
    for (let second = 0; second < seconds && !stopped; second++) {
      await this.clock.pass(1000);
      eachSecond();
    }
    expect(stopped).toBe(true);
    this.#isStopping = false;
  }

  /** Lines of a pipeline, without their marks. */
  #written({ sinks }: Track): string[] {
    return sinks.flatMap((name) => this.places[name]!.lines).map((line) => line.split(' ')[1]!);
  }

  check(): void {
    expect(this.breaches).toEqual([]);
    for (const track of this.tracks) {
      const lines = this.#written(track);
      if (this.variant.once || !this.crashed) expect(lines.filter((line, at) => lines.indexOf(line) < at)).toEqual([]);
      for (const line of lines) expect([line, track.due.get(line)]).not.toEqual([line, 'never']);
    }
  }

  #missing(): string[] {
    return this.tracks.flatMap((track) => {
      const lines = new Set(this.#written(track));
      return [...track.due].filter(([line, due]) => due === 'once' && !lines.has(line)).map(([line]) => `${track.id}: ${line}`);
    });
  }

  /** All faults end: each line is where it belongs within minutes, versions that were replaced are over, and nothing is kept of them. */
  async finish(): Promise<void> {
    this.disk.full = false;
    this.healthy = true;
    for (const place of this.all) place.heal();
    for (let second = 0; second < 60 && this.applying; second++) await this.clock.pass(1000);
    expect(this.applying).toBe(false);
    this.#away.clear();
    this.#apply();
    for (let second = 0; second < 60 && this.applying; second++) await this.clock.pass(1000);
    for (const { id } of this.tracks) for (const node of ['out', 'spare']) void this.engine.retryNow({ pipelineId: id, node });
    await this.clock.pass(1000);
    const pipelines = () => this.engine.status().pipelines;
    const running = () => pipelines().map(({ versionId, state }) => `${versionId} ${state}`);
    const wanted = this.tracks.flatMap((track) => track.wanted ?? []);
    const isAsWanted = () => running().sort().join() === wanted.map(({ id }) => `${id} running`).join();
    const owed = () =>
      pipelines()
        .flatMap(({ branches }) => branches)
        .reduce((sum, one) => sum + one.waitingEvents, 0);
    const isOver = () => owed() === 0 && this.#missing().length === 0 && isAsWanted();
    for (let second = 0; second < 120 && !isOver(); second++) await this.clock.pass(1000);
    await this.clock.pass(3000);
    expect({ missing: this.#missing(), owed: owed(), running: running().sort() }).toEqual({
      missing: [],
      owed: 0,
      running: wanted.map(({ id }) => `${id} running`),
    });
    this.check();
    const { inner } = this.disk;
    const kept = inner.streams().filter((stream) => /^(ob|li)\//.test(stream) && inner.usage(stream).blocks > 0);
    const ended = kept.filter((stream) => stream.startsWith('ob/') && !wanted.some(({ id }) => stream.includes(`/${id}`)));
    expect(ended).toEqual([]);
    expect(kept.filter((stream) => stream.startsWith('li/') && inner.usage(stream).blocks > 1)).toEqual([]);
    let drained: boolean | undefined;
    void this.engine.drain({ deadlineMs: 10_000 }).then((value) => (drained = value));
    for (let second = 0; second < 12 && drained === undefined; second++) await this.clock.pass(1000);
    expect(drained).toBe(true);
    await this.#stop(12, () => undefined);
    for (const { sessions, openings } of this.all)
      expect([openings.length, sessions.filter(({ state }) => state !== 'closed').length]).toEqual([0, 0]);
    this.#process.alive = false;
  }
}
