import { findGuilty } from './find-guilty.ts';
import type { Guilty, TrialCase } from './trial-protocol.ts';
import { TrialRoom, type TrialRoomOptions } from './trial-room.ts';

/**
 * Runs a block again in processes that may die (engine decision 16), one at a time. To be called on the process's main thread.
 * Settles when the last process has ended and the system keeps nothing of it. Rejects when the block cannot be set up there,
 * and when the signal aborts.
 */
export const tryBlock = (trial: TrialCase, options: TrialRoomOptions, signal: AbortSignal): Promise<Guilty> =>
  new Trial(trial, options, signal).run();

class Trial {
  readonly #case: TrialCase;
  readonly #o: TrialRoomOptions;
  readonly #signal: AbortSignal;
  #room: TrialRoom | undefined;

  constructor(trial: TrialCase, options: TrialRoomOptions, signal: AbortSignal) {
    this.#case = trial;
    this.#o = options;
    this.#signal = signal;
  }

  async run(): Promise<Guilty> {
    try {
      const { ids } = await this.#enter();
      const items = ids.map((_, item) => item);
      const guilty = await findGuilty(items, {
        firstDeath: (part) => this.#inRoom((room) => room.each(part)),
        survives: (part) => this.#inRoom((room) => room.run(part)),
      });
      return guilty.map((item) => ids[item]!);
    } finally {
      await this.#room?.close();
    }
  }

  async #inRoom<T>(work: (room: TrialRoom) => Promise<T>): Promise<T> {
    const room = await this.#enter();
    const result = await work(room);
    // It may have ended for this alone.
    this.#signal.throwIfAborted();
    if (room.isDead) {
      await room.close();
      this.#room = undefined;
    }
    return result;
  }

  async #enter(): Promise<TrialRoom> {
    this.#signal.throwIfAborted();
    if (this.#room) return this.#room;
    const room = (this.#room = new TrialRoom(this.#o, this.#signal));
    await room.setUp(this.#case);
    return room;
  }
}
