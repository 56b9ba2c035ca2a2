/** What a stream of numbered events has done to them. */
export interface StreamVerdict {
  /** Numbers below the highest that arrived, or below `owed`, that never did. */
  readonly lost: number;
  /** Arrivals after the first. */
  readonly duplicates: number;
  /** First arrivals after a later number of their key. */
  readonly disordered: number;
  /** With other content than was sent, or of a key or number that nobody sent. */
  readonly wrong: number;
}

/**
 * The oracle of a run whose events are too many to be kept: each key's events are numbered from 0, and of those that came in order only
 * the next number is known. Exact; memory grows with keys and with what is missing.
 */
export class RunningOracle {
  readonly #next = new Map<string, number>();
  readonly #missing = new Map<string, Set<number>>();
  #arrived = 0;
  #duplicates = 0;
  #disordered = 0;
  #wrong = 0;

  /** Different events. */
  get arrived(): number {
    return this.#arrived;
  }

  receive(key: string, number: number, isIntact: boolean): void {
    if (!isIntact || !Number.isSafeInteger(number) || number < 0) {
      this.#wrong++;
      return;
    }
    const next = this.#next.get(key) ?? 0;
    const missing = this.#missing.get(key);
    if (number >= next) {
      if (number > next) this.#miss(key, next, number);
      this.#next.set(key, number + 1);
      this.#arrived++;
    } else if (missing?.delete(number)) {
      this.#disordered++;
      this.#arrived++;
    } else this.#duplicates++;
  }

  /** `sent` and `owed`: by key, how many were sent, and how many of them, the first, were acknowledged. */
  judge(sent: ReadonlyMap<string, number>, owed: ReadonlyMap<string, number>): StreamVerdict {
    let [lost, wrong] = [0, this.#wrong];
    for (const key of new Set([...owed.keys(), ...this.#next.keys()])) {
      const next = this.#next.get(key) ?? 0;
      wrong += Math.max(0, next - (sent.get(key) ?? 0));
      lost += (this.#missing.get(key)?.size ?? 0) + Math.max(0, (owed.get(key) ?? 0) - next);
    }
    return { lost, duplicates: this.#duplicates, disordered: this.#disordered, wrong };
  }

  #miss(key: string, from: number, before: number): void {
    const missing = this.#missing.get(key) ?? new Set();
    for (let number = from; number < before; number++) missing.add(number);
    this.#missing.set(key, missing);
  }
}
