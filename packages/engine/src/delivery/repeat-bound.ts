/** Least number of events before a commit is waited for, however small the batches are. */
const eventsMin = 200;

/**
 * Bounds what a destination would be sent again after a crash: events delivered or on their way that no commit knows of,
 * at most two batches (as many as travel at once, where those are more), or 200 events where batches are smaller.
 */
export class RepeatBound {
  readonly #max: number;
  #underWay = 0;
  #delivered = 0;
  #collected = 0;

  constructor(batchEventsMax: number, concurrency: number) {
    this.#max = Math.max(eventsMin, batchEventsMax * Math.max(2, concurrency));
  }

  /** Whether so many events may be sent now. */
  admits(events: number): boolean {
    const open = this.#underWay + this.#delivered + this.#collected;
    return open === 0 || open + events <= this.#max;
  }

  sent(events: number): void {
    this.#underWay += events;
  }

  /** The attempt is over. */
  ended(events: number): void {
    this.#underWay -= events;
  }

  delivered(events: number): void {
    this.#delivered += events;
  }

  /** What was delivered so far stands in the commit now on its way. */
  collected(): void {
    this.#collected += this.#delivered;
    this.#delivered = 0;
  }

  committed(): void {
    this.#collected = 0;
  }
}
