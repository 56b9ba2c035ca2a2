import type { Clock } from './clock.ts';
import type { Log, LogFields } from './log.ts';

/** Trouble that is away for less than this is the same trouble when it comes back. */
const quietMs = 10_000;
const causesMax = 8;

export interface EpisodeTexts {
  readonly level: 'error' | 'warn';
  readonly began: string;
  readonly ended: string;
  /** Of both lines. */
  readonly fields?: LogFields;
}

/**
 * Trouble that is met again and again, as two lines of the log: one when it begins (one more for each other cause, of at most 8), and one
 * at a success 10 s or more after the last failure, with how many `times` it was met and for how many `ms`. It has no timer.
 */
export class Episode {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #log: Log;
  readonly #texts: EpisodeTexts;
  readonly #causes = new Set<string>();
  #times = 0;
  #beganAt = 0;
  #lastAt = 0;
  /** Something has succeeded since the last failure. */
  #away = false;

  constructor(clock: Pick<Clock, 'monotonic'>, log: Log, texts: EpisodeTexts) {
    this.#clock = clock;
    this.#log = log;
    this.#texts = texts;
  }

  /** `cause` tells one kind of failure from another: a code, or an error's name. */
  failed(cause: string, fields: LogFields): void {
    if (this.#away) this.#endWhenQuiet();
    const now = this.#clock.monotonic();
    if (this.#times === 0) this.#beganAt = now;
    this.#times++;
    this.#lastAt = now;
    this.#away = false;
    if (this.#causes.has(cause) || this.#causes.size >= causesMax) return;
    this.#causes.add(cause);
    this.#log[this.#texts.level]({ ...this.#texts.fields, ...fields }, this.#texts.began);
  }

  succeeded(): void {
    if (this.#times === 0) return;
    this.#away = true;
    this.#endWhenQuiet();
  }

  #endWhenQuiet(): void {
    if (this.#clock.monotonic() - this.#lastAt < quietMs) return;
    this.#log.info({ ...this.#texts.fields, times: this.#times, ms: Math.round(this.#lastAt - this.#beganAt) }, this.#texts.ended);
    this.#times = 0;
    this.#away = false;
    this.#causes.clear();
  }
}

/** An error's code where it has one, else its name: what `Episode` tells causes by. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
