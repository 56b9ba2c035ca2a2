import type { StateReader, StateWriter } from '../../state/state-bytes.ts';

/** Up to which moment events are complete, so that windows may end; and which moment an event counts at. */
export interface Watermark {
  /** The moment an event counts at. */
  momentOf(receivedMs: number, eventMs: number): number;
  /** An event whose window has ended counts in the one that is open; it is never too late. */
  readonly takesLate: boolean;
  /** What is complete when stream time is `nowMs`. */
  at(nowMs: number): number;
  /** Stream time at which everything before `endMs` will be complete if nothing more comes. */
  due(endMs: number): number;
  write(out: StateWriter): void;
  read(input: StateReader): void;
}

/** Time of receipt. Where a clock was set back, an event may seem older than the window that has ended. */
export const receivedTime: Watermark = {
  takesLate: true,
  momentOf: (receivedMs) => receivedMs,
  at: (nowMs) => nowMs,
  due: (endMs) => endMs,
  write: () => undefined,
  read: () => undefined,
};

const skewMsMax = 86_400_000;

/**
 * The time of the events: complete is what lies more than `latenessMs` before the latest event, but never more than the
 * stream's time; while nothing comes it goes on with the clock. A time more than 24 h ahead of receipt is not believed.
 */
export class EventTime implements Watermark {
  readonly takesLate = false;
  readonly #latenessMs: number;
  #latest = -Infinity;
  #receivedMs = -Infinity;

  constructor(latenessMs: number) {
    this.#latenessMs = latenessMs;
  }

  momentOf(receivedMs: number, eventMs: number): number {
    const moment = eventMs - receivedMs > skewMsMax ? receivedMs : eventMs;
    this.#latest = Math.max(this.#latest, moment);
    this.#receivedMs = Math.max(this.#receivedMs, receivedMs);
    return moment;
  }

  at(nowMs: number): number {
    if (this.#latest === -Infinity) return -Infinity;
    const silenceMs = Math.max(0, nowMs - this.#receivedMs);
    return Math.min(this.#latest + silenceMs, nowMs) - this.#latenessMs;
  }

  due(endMs: number): number {
    const completeMs = endMs + this.#latenessMs;
    const missingMs = completeMs - this.#latest;
    return missingMs <= 0 ? completeMs : Math.max(completeMs, this.#receivedMs + missingMs);
  }

  write(out: StateWriter): void {
    out.f64(this.#latest);
    out.f64(this.#receivedMs);
  }

  read(input: StateReader): void {
    this.#latest = input.f64();
    this.#receivedMs = input.f64();
  }
}
