import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { MiB, secondMs, type Clock } from '@acequia/base';
import { processorMs, residentBytes } from '@acequia/base/process';
import { makeApartFolder } from '../apart/apart-folders.ts';
import { forkApart } from '../apart/fork-apart.ts';
import { HandedTables } from '../apart/handed-tables.ts';
import { idleLooks, StepWatch } from './step-watch.ts';
import type { FromTrial, LookupName, ToTrial, TrialCase } from './trial-protocol.ts';

const program = new URL('./trial-program.ts', import.meta.url);
/** Between two looks at the process. */
export const lookMs = 250;
const setUpMs = 60 * secondMs;
/** No more than this process has itself. */
const heapMiB = Math.min(512, Math.floor(getHeapStatistics().heap_size_limit / MiB));

/** Memory the process may have: its heap, and what lies outside of it. */
export const trialBytesMax = (heapMiB + 512) * MiB;

/** Starts the process of a trial. */
export type BeginTrial = (componentsModule: string) => ChildProcess;

export const beginTrial: BeginTrial = (componentsModule) => forkApart(program, { args: [componentsModule], heapMiB, output: 'pipe' });

export interface TrialRoomOptions {
  readonly clock: Clock;
  /** Address of a module that exports `components: Components`. */
  readonly componentsModule: string;
  /** Longest run of the block, and of one event of it, in ms of processor time (`StepWatch`). */
  readonly stepMsMax: number;
  /** Default: a process of its own. */
  readonly begin?: BeginTrial;
  /** Memory of a process in bytes; undefined where the system does not tell. Default: what Linux tells. */
  readonly residentBytes?: (pid: number) => number | undefined;
  /** Processor time of a thread in ms, by its task; undefined where the system does not tell. Default: what Linux tells. */
  readonly processorMs?: (task: string) => number | undefined;
  secret(reference: string, tenantId: string): string | undefined;
  lookup(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined;
}

/** The process ended, or was ended, with a part of the block. */
class Died extends Error {}

/**
 * One throw-away process with a block set up in it. To be made on this process's main thread: only the thread that started a
 * child notices its end, and one that was ended notices nothing, so that the child runs on, or stays known to the system.
 */
export class TrialRoom {
  ids: readonly string[] = [];
  /** A part of the block has ended it. */
  isDead = false;
  /** Processor time of its main thread until the last look, in ms. It has worked all along where the system does not tell. */
  usedMs = 0;
  readonly #o: TrialRoomOptions;
  readonly #child: ChildProcess;
  /** The process has ended, and the system keeps nothing of it. */
  readonly #ended: Promise<void>;
  readonly #signal: AbortSignal;
  readonly #kill = (): void => void this.#child.kill('SIGKILL');
  readonly #watch: StepWatch;
  /** As the last look was told. */
  #toldMs: number | undefined;
  /** Number of what is run, one item or several; 0: nothing is. */
  #step = 0;
  #steps = 0;
  #noted = '';
  #bytesMax = trialBytesMax;
  /** Of the tables, which may be too large for a message. */
  #folder: string | undefined;
  #tables: HandedTables | undefined;

  /** It is ended when the signal aborts. */
  constructor(options: TrialRoomOptions, signal: AbortSignal) {
    this.#o = options;
    this.#child = (options.begin ?? beginTrial)(options.componentsModule);
    this.#signal = signal;
    signal.addEventListener('abort', this.#kill, { once: true });
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.on('error', () => void (this.#child.pid === undefined && resolve()));
    });
    this.#child.stdout!.on('data', (text: Buffer) => {
      this.#noted += text.toString();
      if (this.#step !== 0) this.#step = ++this.#steps;
    });
    const { stepMsMax } = options;
    const bounds = { stepMsMax, suspectMs: stepMsMax, idleLooksMax: idleLooks(stepMsMax, lookMs) };
    this.#watch = new StepWatch(bounds, () => this.#toldMs);
  }

  /** Rejects when the block cannot be set up. */
  async setUp(trial: TrialCase): Promise<void> {
    const { tenantId } = trial.listener;
    let answer = await this.#ask({ type: 'case', case: trial }, setUpMs);
    while (answer.type === 'needs') {
      const secrets = answer.secrets.map((reference) => [reference, need(this.#o.secret(reference, tenantId), reference)] as const);
      const lookups = await Promise.all(answer.lookups.map(async (name) => ({ ...name, file: await this.#handOver(name, tenantId) })));
      answer = await this.#ask({ type: 'have', secrets: new Map(secrets), lookups }, setUpMs);
    }
    if (answer.type !== 'ready') throw new Error(answer.type === 'failed' ? answer.reason : 'an answer out of turn');
    this.ids = answer.ids;
  }

  /** Whether the process survives the items together. */
  run(items: readonly number[]): Promise<boolean> {
    return this.#outlives({ type: 'run', items });
  }

  /** Of the items one by one, the first it does not survive. */
  async each(items: readonly number[]): Promise<number | undefined> {
    this.#noted = '';
    if (await this.#outlives({ type: 'each', items })) return undefined;
    const last = this.#noted.split('\n').at(-2);
    return last === undefined ? items[0] : Number(last);
  }

  /**
   * To be called each `lookMs`. Ends the process when it has more memory or is longer at work than it may, which is a death of the
   * items under way as with a full heap. V8 bounds the heap alone. Where the system does not tell (other than Linux), what lies
   * outside the heap has no bound.
   */
  look(): void {
    const { pid } = this.#child;
    const bytes = pid === undefined ? undefined : (this.#o.residentBytes ?? residentBytes)(pid);
    const isTooLarge = bytes !== undefined && bytes > this.#bytesMax;
    this.#toldMs = pid === undefined ? undefined : (this.#o.processorMs ?? processorMs)(`${pid}/task/${pid}`);
    this.usedMs = this.#toldMs === undefined ? this.usedMs + lookMs : Math.max(this.usedMs, this.#toldMs);
    if (this.#watch.look(() => ({ step: this.#step, isTrusted: true })) || isTooLarge) this.#kill();
  }

  /** Resolves when the process has ended and the system keeps nothing of it. */
  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#kill);
    this.#kill();
    await this.#ended;
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #handOver({ id, version }: LookupName, tenantId: string): Promise<string> {
    const table = need(this.#o.lookup(id, version, tenantId), id);
    this.#bytesMax += table.byteLength;
    this.#tables ??= new HandedTables((this.#folder = makeApartFolder()));
    return this.#tables.handOver(table);
  }

  async #outlives(message: ToTrial): Promise<boolean> {
    this.#step = ++this.#steps;
    try {
      await this.#ask(message);
      return true;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.isDead = true;
      return false;
    } finally {
      this.#step = 0;
    }
  }

  /** No answer within `msMax` is death too. */
  #ask(message: ToTrial, msMax?: number): Promise<FromTrial> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        cancel?.();
        child.off('message', listen).off('close', die).off('error', die);
        settle();
      };
      const listen = (answer: FromTrial): void => done(() => resolve(answer));
      const die = (): void => done(() => reject(new Died('the trial ended')));
      const cancel = msMax === undefined ? undefined : this.#o.clock.after(msMax, die);
      child.on('message', listen).on('close', die).on('error', die);
      child.send(message, (error) => void (error && die()));
    });
  }
}

function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not here`);
  return value;
}
