import { hash } from 'node:crypto';
import { minuteMs } from '@acequia/base';

/** How long an idempotency key is remembered. */
export const keyLifeMs = 10 * minuteMs;

/** 128 bits of the key in hex. */
export function keyHash(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32);
}

/** Hashes of idempotency keys with the time of their group, the oldest first. */
export class KeyTable {
  readonly #times = new Map<string, number>();

  add(hashes: Iterable<string>, atMs: number): void {
    for (const one of hashes) {
      this.#times.delete(one);
      this.#times.set(one, atMs);
    }
    for (const [old, time] of this.#times) {
      if (time > atMs - keyLifeMs) break;
      this.#times.delete(old);
    }
  }

  has(hashed: string, nowMs: number): boolean {
    const time = this.#times.get(hashed);
    return time !== undefined && time > nowMs - keyLifeMs;
  }
}
