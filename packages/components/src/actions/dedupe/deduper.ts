import type { KeyHash } from '../../fields/event-key.ts';
import { KeyTable } from './key-table.ts';

export interface DeduperOptions {
  readonly withinMs: number;
  /** Each duplicate begins the time anew. */
  readonly sliding: boolean;
  readonly maxKeys: number;
  /** Keys with suppressed events are remembered past their time, so that the next first can tell. */
  readonly counting: boolean;
  /** What `snapshot` gave; anything else is no state. */
  readonly restored: Uint8Array | undefined;
}

const countMax = 2 ** 32 - 1;

/** Tells the first event of a key from those that follow within a time. Time is what it is told, never a clock. */
export class Deduper {
  readonly #o: DeduperOptions;
  readonly #keys: KeyTable;
  #evicted = 0;

  constructor(options: DeduperOptions) {
    this.#o = options;
    this.#keys = options.restored ? KeyTable.read(options.restored, options.maxKeys) : new KeyTable(options.maxKeys);
  }

  /** -1 for a duplicate; for a first, how many duplicates of its key were suppressed since the first before it. */
  judge(key: KeyHash, nowMs: number): number {
    this.#forgetExpired(nowMs);
    const keys = this.#keys;
    const entry = keys.find(key);
    if (entry < 0) {
      this.#makeRoom(nowMs);
      keys.add(key, nowMs);
      return 0;
    }
    const suppressed = keys.countOf(entry);
    if (this.#expired(entry, nowMs)) {
      keys.setCount(entry, 0);
      keys.renew(entry, nowMs);
      return suppressed;
    }
    keys.setCount(entry, Math.min(suppressed + 1, countMax));
    if (this.#o.sliding) keys.renew(entry, Math.max(nowMs, keys.timeOf(entry)));
    return -1;
  }

  /** Time of the newest key; 0 when there is none. */
  get newestMs(): number {
    return this.#keys.newest < 0 ? 0 : this.#keys.timeOf(this.#keys.newest);
  }

  /** Keys forgotten before their time since it was last asked. */
  takeEvicted(): number {
    const evicted = this.#evicted;
    this.#evicted = 0;
    return evicted;
  }

  snapshot(): Uint8Array {
    return this.#keys.write();
  }

  #expired(entry: number, nowMs: number): boolean {
    return nowMs - this.#keys.timeOf(entry) >= this.#o.withinMs;
  }

  #forgetExpired(nowMs: number): void {
    const keys = this.#keys;
    for (let entry = keys.oldest; entry >= 0 && this.#expired(entry, nowMs); entry = keys.oldest) {
      if (this.#o.counting && keys.countOf(entry) > 0) return;
      keys.remove(entry);
    }
  }

  #makeRoom(nowMs: number): void {
    const keys = this.#keys;
    if (keys.size < keys.max) return;
    if (!this.#expired(keys.oldest, nowMs)) this.#evicted++;
    keys.remove(keys.oldest);
  }
}
