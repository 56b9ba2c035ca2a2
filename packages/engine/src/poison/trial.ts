import type { ChildProcess } from 'node:child_process';
import { getHeapStatistics } from 'node:v8';
import { MiB, secondMs, type Clock } from '@acequia/base';
import { forkApart } from '../apart/fork-apart.ts';
import { findGuilty } from './find-guilty.ts';
import type { FromTrial, LookupName, ToTrial, TrialCase } from './trial-protocol.ts';

const program = new URL('./trial-program.ts', import.meta.url);
const setUpMs = 60 * secondMs;
/** No more than this process has itself. */
const heapMiB = Math.min(512, Math.floor(getHeapStatistics().heap_size_limit / MiB));

export interface TrialOptions {
  readonly clock: Clock;
  /** Address of a module that exports `components: Components`. */
  readonly componentsModule: string;
  /** Longest run of the block, and of one event of it. */
  readonly runMsMax: number;
  readonly signal: AbortSignal;
  secret(reference: string): string | undefined;
  lookup(name: LookupName): SharedArrayBuffer | undefined;
}

/** The process ended, or did not answer in time, with a part of the block. */
class Died extends Error {}

/**
 * Runs a block again in processes that may die (engine decision 16). Resolves with the ids of the events, or the
 * numbers of the frames, that a process does not survive. Rejects when the block cannot be set up there.
 */
export async function tryBlock(trial: TrialCase, options: TrialOptions): Promise<readonly string[]> {
  const holder: { room?: TrialRoom } = {};
  try {
    const room = (holder.room = await TrialRoom.open(trial, options));
    const { ids } = room;
    const items = ids.map((_, item) => item);
    const enter = async (): Promise<TrialRoom> => {
      options.signal.throwIfAborted();
      return (holder.room ??= await TrialRoom.open(trial, options));
    };
    const guilty = await findGuilty(items, {
      firstDeath: async (part) => {
        const died = await (await enter()).each(part);
        if (died !== undefined) delete holder.room;
        return died;
      },
      survives: async (part) => {
        const survived = await (await enter()).run(part);
        if (!survived) delete holder.room;
        return survived;
      },
    });
    return guilty.map((item) => ids[item]!);
  } finally {
    holder.room?.close();
  }
}

/** One throw-away process with the block set up in it. */
class TrialRoom {
  ids: readonly string[] = [];
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #runMsMax: number;
  #noted = '';

  private constructor(options: TrialOptions) {
    this.#clock = options.clock;
    this.#child = forkApart(program, { args: [options.componentsModule], heapMiB, output: 'pipe' });
    this.#runMsMax = options.runMsMax;
    this.#child.stdout!.on('data', (text: Buffer) => (this.#noted += text.toString()));
  }

  static async open(trial: TrialCase, options: TrialOptions): Promise<TrialRoom> {
    const room = new TrialRoom(options);
    try {
      let answer = await room.#ask({ type: 'case', case: trial }, setUpMs);
      while (answer.type === 'needs') {
        const secrets = answer.secrets.map((reference) => [reference, need(options.secret(reference), reference)] as const);
        const lookups = answer.lookups.map((name) => ({ ...name, bytes: new Uint8Array(need(options.lookup(name), name.id)).slice() }));
        answer = await room.#ask({ type: 'have', secrets: new Map(secrets), lookups }, setUpMs);
      }
      if (answer.type !== 'ready') throw new Error(answer.type === 'failed' ? answer.reason : 'an answer out of turn');
      room.ids = answer.ids;
      return room;
    } catch (error) {
      room.close();
      throw error;
    }
  }

  /** Whether the process survives the items together; when not, the room is gone. */
  async run(items: readonly number[]): Promise<boolean> {
    return this.#outlives({ type: 'run', items });
  }

  /** Of the items one by one, the first it does not survive; then the room is gone. */
  async each(items: readonly number[]): Promise<number | undefined> {
    this.#noted = '';
    if (await this.#outlives({ type: 'each', items })) return undefined;
    const last = this.#noted.split('\n').at(-2);
    return last === undefined ? items[0] : Number(last);
  }

  async #outlives(message: ToTrial): Promise<boolean> {
    try {
      await this.#ask(message, this.#runMsMax);
      return true;
    } catch (error) {
      this.close();
      if (error instanceof Died) return false;
      throw error;
    }
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  /** Silence for `silentMs` is death too. */
  #ask(message: ToTrial, silentMs: number): Promise<FromTrial> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        cancel();
        child.off('message', listen).off('close', die).off('error', die);
        child.stdout!.off('data', goOn);
        settle();
      };
      const listen = (answer: FromTrial): void => done(() => resolve(answer));
      const die = (): void => done(() => reject(new Died('the trial ended')));
      let cancel = this.#clock.after(silentMs, die);
      const goOn = (): void => {
        cancel();
        cancel = this.#clock.after(silentMs, die);
      };
      child.on('message', listen).on('close', die).on('error', die);
      child.stdout!.on('data', goOn);
      child.send(message, (error) => void (error && die()));
    });
  }
}

function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not here`);
  return value;
}
