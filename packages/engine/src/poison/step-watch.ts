/** How long a step may be at work, in ms of processor time unless it says otherwise. */
export interface StepBounds {
  /** Of one that may take its time. */
  readonly stepMsMax: number;
  /** Of any other. */
  readonly suspectMs: number;
  /** Looks in a row at one step that see it use no processor. They are counted, not time: a machine that slept has not hung. */
  readonly idleLooksMax: number;
}

/** The step at work at a look. */
interface StepAtWork {
  /** Another number for each step; 0: none is at work. */
  readonly step: number;
  readonly isTrusted: boolean;
}

/** Times `stepMsMax` that a step may use no processor, as far as can be seen. */
const idlePatience = 3;

/** Looks, `lookMs` apart, that a step may use no processor for. */
export const idleLooks = (stepMsMax: number, lookMs: number): number => Math.ceil((idlePatience * stepMsMax) / lookMs);

/**
 * Judges a step by the processor time it has used, look by look: one that other programs keep from running is as innocent as it was.
 * One that uses none at all, for much longer than it may work, is blocked; where the system does not tell, every step looks so.
 *
 * ```
 *            a step            the same step             uses its bound, or none for `idleLooksMax` looks
 * at rest ───────────► begun ───────────────► measured ─────────────────────────────────────────────────► over
 *    ▲                                           │
 *    └───────────── none, or another ◄───────────┘
 * ```
 */
export class StepWatch {
  readonly #bounds: StepBounds;
  readonly #usedMs: () => number | undefined;
  #step = 0;
  #idleLooks = 0;
  #fromMs: number | undefined;
  #lastMs: number | undefined;

  /** `usedMs`: processor time of the thread until now; undefined where the system does not tell. */
  constructor(bounds: StepBounds, usedMs: () => number | undefined) {
    this.#bounds = bounds;
    this.#usedMs = usedMs;
  }

  /**
   * Whether the step has to be ended. Asks for the time only of a step that was there at the look before. `atWork`: read again
   * before a step is ended, since what time shows may be the next one's.
   */
  look(atWork: () => StepAtWork): boolean {
    const { step, isTrusted } = atWork();
    if (step === 0 || step !== this.#step) {
      this.#step = step;
      this.#idleLooks = 0;
      this.#fromMs = this.#lastMs = undefined;
      return false;
    }
    const { stepMsMax, suspectMs, idleLooksMax } = this.#bounds;
    const usedMs = this.#usedMs();
    const works = usedMs !== undefined && this.#lastMs !== undefined && usedMs > this.#lastMs;
    this.#idleLooks = works ? 0 : this.#idleLooks + 1;
    this.#fromMs ??= usedMs;
    this.#lastMs = usedMs ?? this.#lastMs;
    const stepMs = usedMs === undefined || this.#fromMs === undefined ? 0 : usedMs - this.#fromMs;
    const isOver = stepMs >= (isTrusted ? stepMsMax : suspectMs) || this.#idleLooks >= idleLooksMax;
    return isOver && atWork().step === step;
  }
}
