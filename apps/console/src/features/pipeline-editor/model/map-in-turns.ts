/** How long one turn lasts, and what runs between two of them. */
export interface Turns {
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  readonly turnMs: number;
  /** Resolves once the page has answered its user. */
  readonly pause: () => Promise<void>;
}

/** Maps a long list without keeping the page from its user: after each turn it pauses. A list that fits into one turn is mapped at once. */
export async function mapInTurns<T, U>(list: readonly T[], map: (item: T) => U, { nowMs, turnMs, pause }: Turns): Promise<readonly U[]> {
  const mapped: U[] = [];
  let untilMs = nowMs() + turnMs;
  for (const item of list) {
    if (nowMs() >= untilMs) {
      await pause();
      untilMs = nowMs() + turnMs;
    }
    mapped.push(map(item));
  }
  return mapped;
}
