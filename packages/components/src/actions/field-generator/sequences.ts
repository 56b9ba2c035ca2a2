import { int64Max, int64Min, integerFromBigInt } from '@acequia/event';

/**
 * Running numbers by field name. The snapshot holds the next number of each. It is committed together with the progress
 * of the events that took the numbers, so a number of a committed event is never given again.
 */
export class Sequences {
  readonly #next = new Map<string, bigint>();

  /** State of an earlier life, or nothing; damaged state starts anew. */
  constructor(restored: Uint8Array | undefined) {
    if (restored === undefined) return;
    try {
      const members = JSON.parse(new TextDecoder().decode(restored)) as Record<string, string>;
      for (const [name, next] of Object.entries(members)) this.#next.set(name, BigInt(next));
    } catch {
      this.#next.clear();
    }
  }

  take(name: string, start: number, step: number): number | bigint {
    const current = this.#next.get(name) ?? BigInt(start);
    const value = current > int64Max || current < int64Min ? BigInt(start) : current;
    this.#next.set(name, value + BigInt(step));
    return integerFromBigInt(value)!;
  }

  snapshot(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify(Object.fromEntries([...this.#next].map(([name, next]) => [name, String(next)]))));
  }
}
