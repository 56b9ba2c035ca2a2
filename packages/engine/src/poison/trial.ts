import { minuteMs } from '@acequia/base';
import { findGuilty } from './find-guilty.ts';
import type { Guilty, TrialCase } from './trial-protocol.ts';
import { lookMs, TrialRoom, type TrialRoomOptions } from './trial-room.ts';

/** Processor time of all processes of a trial together, after which it has taken too long. */
const usedMsMax = 2 * minuteMs;
/**
 * Looks after which a trial has taken too long whatever it has used: others wait for their turn. They are counted, not time: a machine
 * that slept has tried nothing.
 */
const looksMax = (10 * minuteMs) / lookMs;

/**
 * Runs a block again in processes that may die (engine decision 16), one at a time. To be called on the process's main thread.
 * After two minutes of processor time, or ten minutes, all of the block is guilty. Settles when the last process has ended and the
 * system keeps nothing of it. Rejects when the block cannot be set up there, and when the signal aborts.
 */
export const tryBlock = (trial: TrialCase, options: TrialRoomOptions, signal: AbortSignal): Promise<Guilty> =>
  new Trial(trial, options, signal).run();

class Trial {
  readonly #case: TrialCase;
  readonly #o: TrialRoomOptions;
  readonly #tooLong = new AbortController();
  /** Of the trial, for whatever reason. */
  readonly #end: AbortSignal;
  readonly #signal: AbortSignal;
  #room: TrialRoom | undefined;
  #looks = 0;
  /** Of the processes that have ended, in ms of processor time. */
  #usedMs = 0;
  #cancelLook: () => void = () => undefined;

  constructor(trial: TrialCase, options: TrialRoomOptions, signal: AbortSignal) {
    this.#case = trial;
    this.#o = options;
    this.#signal = signal;
    this.#end = AbortSignal.any([signal, this.#tooLong.signal]);
  }

  async run(): Promise<Guilty> {
    this.#lookLater();
    try {
      return await this.#findGuilty();
    } catch (error) {
      if (this.#tooLong.signal.aborted && !this.#signal.aborted) return 'all';
      throw error;
    } finally {
      this.#cancelLook();
      await this.#room?.close();
    }
  }

  async #findGuilty(): Promise<Guilty> {
    const { ids } = await this.#enter();
    const items = ids.map((_, item) => item);
    const guilty = await findGuilty(items, {
      firstDeath: (part) => this.#inRoom((room) => room.each(part)),
      survives: (part) => this.#inRoom((room) => room.run(part)),
    });
    return guilty.map((item) => ids[item]!);
  }

  async #inRoom<T>(work: (room: TrialRoom) => Promise<T>): Promise<T> {
    const room = await this.#enter();
    const result = await work(room);
    // It may have ended for this alone.
    this.#end.throwIfAborted();
    if (room.isDead) {
      await room.close();
      this.#usedMs += room.usedMs;
      this.#room = undefined;
    }
    return result;
  }

  async #enter(): Promise<TrialRoom> {
    this.#end.throwIfAborted();
    if (this.#room) return this.#room;
    const room = (this.#room = new TrialRoom(this.#o, this.#end));
    await room.setUp(this.#case);
    return room;
  }

  #lookLater(): void {
    this.#cancelLook = this.#o.clock.after(lookMs, () => {
      this.#looks++;
      this.#room?.look();
      const usedMs = this.#usedMs + (this.#room?.usedMs ?? 0);
      if (usedMs >= usedMsMax || this.#looks >= looksMax) this.#tooLong.abort(new Error('the trial takes too long'));
      else this.#lookLater();
    });
  }
}
