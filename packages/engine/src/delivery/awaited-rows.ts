import type { BatchView } from '@acequia/batch';
import type { CommitValue } from '@acequia/journal';
import { parseBits, type SourceRef } from './entry.ts';
import { namesOf, originAmong, readNames, type StoredNames } from './row-names.ts';

/**
 * An arrival with rows that wait, in the commit record: those without an outcome, by name. Of events made out of state their number
 * does: they come again as they were or, when they end the process, not at all. With neither it is as an earlier release wrote it, or
 * of a version that lost its state. Without names the bits say which of its rows, by their place in it, have an outcome; null: none.
 */
export type StoredArrival = readonly [stream: string, block: number, n: number, bits: string | null, rows?: StoredNames | number];

/** What of one block is awaited: as it was stored, or how often each name; `all`: whatever comes. */
type Awaited = readonly StoredArrival[] | Map<string, number> | 'all';

/** What is owed: of which event, and how often. By name of the row. */
type Owed = Map<string, { readonly event: string; readonly count: number }>;

const keyOf = ({ stream, block }: Pick<SourceRef, 'stream' | 'block'>): string => `${stream} ${block}`;

/** All events of a block of the stream were born in it, so that their names need not say where. */
export const isOfOneBlock = (stream: string): boolean => stream.startsWith('li/');

/**
 * Rows of blocks counted before a restart that have no outcome yet. They come again when their block is run again; a row is known by
 * its name, because those that end the process do not come and leave no gap. The latter are *owed* until they are dead letters.
 */
export class AwaitedRows {
  readonly #awaited = new Map<string, Awaited>();
  readonly #owed = new Map<string, Owed | readonly StoredArrival[]>();

  constructor(stored: readonly StoredArrival[]) {
    for (const [key, arrivals] of Map.groupBy(stored, ([stream, block]) => keyOf({ stream, block }))) {
      const named = arrivals.filter(([, , , , rows]) => typeof rows === 'object');
      this.#awaited.set(key, named.length > 0 ? named : arrivals);
    }
  }

  get empty(): boolean {
    return this.#awaited.size === 0 && this.#owed.size === 0;
  }

  get owing(): boolean {
    return this.#owed.size > 0;
  }

  awaits(stream: string, block: number): boolean {
    return this.#awaited.has(keyOf({ stream, block }));
  }

  /** Lowest block of a stream with such rows. */
  lowest(stream: string): number | undefined {
    let lowest: number | undefined;
    for (const keys of [this.#awaited.keys(), this.#owed.keys()]) {
      for (const key of keys) {
        const [from, block] = key.split(' ');
        if (from === stream && (lowest === undefined || Number(block) < lowest)) lowest = Number(block);
      }
    }
    return lowest;
  }

  /** An arrival has come again: which of its rows have their outcome; undefined: all. */
  take(source: SourceRef, view: BatchView, copies: Uint16Array | undefined): Uint8Array | undefined {
    const awaited = this.#open(keyOf(source));
    const done = new Uint8Array((view.count + 7) >> 3);
    if (awaited === undefined || awaited === 'all') return awaited && done;
    if (!(awaited instanceof Map)) {
      const arrival = awaited.find(([, , n]) => n === source.n);
      if (!arrival) return undefined;
      this.#keep(
        keyOf(source),
        awaited.filter((one) => one !== arrival),
      );
      return arrival[3] === null ? done : parseBits(arrival[3]);
    }
    let left = 0;
    for (const [index, name] of namesOf(view, isOfOneBlock(source.stream), copies).entries()) {
      if (takeName(awaited, name)) left++;
      else done[index >> 3]! |= 1 << (index & 7);
    }
    this.#keep(keyOf(source), awaited);
    return left === 0 ? undefined : done;
  }

  /**
   * These events of a block do not come again. Which of them something is awaited of: that is owed from now on. `arrivals`: all that came
   * into the block. `isNew`: they have come before, so that places in arrivals tell nothing any more: all that comes is awaited, and so
   * were they.
   */
  owe(stream: string, block: number, events: ReadonlySet<string>, arrivals: ReadonlySet<string>, isNew: boolean): ReadonlySet<string> {
    const key = keyOf({ stream, block });
    const awaited = this.#open(key);
    if (Array.isArray(awaited) && typeof awaited[0]?.[4] === 'number') {
      this.#awaited.delete(key);
      this.#owed.set(key, awaited as readonly StoredArrival[]);
      return events;
    }
    const found = new Set<string>();
    const owed: Owed = new Map(this.#owed.get(key) as Owed | undefined);
    if (awaited instanceof Map) {
      for (const [name, count] of awaited) {
        const event = originAmong(arrivals, name);
        if (event === undefined || !events.has(event)) continue;
        found.add(event);
        awaited.delete(name);
        owed.set(name, { event, count });
      }
      this.#keep(key, awaited);
    } else if (awaited && isNew) {
      this.#awaited.set(key, 'all');
      for (const event of events) {
        found.add(event);
        owed.set(event, { event, count: 1 });
      }
    }
    if (owed.size > 0) this.#owed.set(key, owed);
    return found;
  }

  /** What is owed of these events has its outcome. How many rows that are. */
  settle(stream: string, block: number, events: ReadonlySet<string>): number {
    const key = keyOf({ stream, block });
    const owed = this.#owed.get(key);
    if (!owed) return 0;
    let rows = 0;
    if (!(owed instanceof Map)) {
      this.#owed.delete(key);
      return owed.reduce((sum, arrival) => sum + (arrival[4] as number), 0);
    }
    for (const [name, { event, count }] of owed) {
      if (!events.has(event)) continue;
      owed.delete(name);
      rows += count;
    }
    if (owed.size === 0) this.#owed.delete(key);
    return rows;
  }

  /** What has not come of a stream up to this block does not come any more. */
  end(stream: string, block: number): void {
    for (const key of this.#awaited.keys()) {
      const [from, at] = key.split(' ');
      if (from === stream && Number(at) <= block) this.#awaited.delete(key);
    }
  }

  clear(): void {
    this.#awaited.clear();
    this.#owed.clear();
  }

  store(): CommitValue[] {
    const stored: StoredArrival[] = [];
    for (const [key, rows] of [...this.#awaited, ...this.#owed]) {
      const [stream, block] = key.split(' ');
      if (rows instanceof Map)
        stored.push([
          stream!,
          Number(block),
          0,
          null,
          [...rows].flatMap(([name, of]) => Array<string>(typeof of === 'number' ? of : of.count).fill(name)),
        ]);
      else if (rows !== 'all') stored.push(...rows);
    }
    return stored as unknown as CommitValue[];
  }

  /** Names are read when the block is run. */
  #open(key: string): Awaited | undefined {
    const awaited = this.#awaited.get(key);
    if (!Array.isArray(awaited) || typeof awaited[0]?.[4] !== 'object') return awaited;
    const names = new Map<string, number>();
    for (const arrival of awaited as readonly StoredArrival[]) readNames(arrival[4] as StoredNames, names);
    this.#awaited.set(key, names);
    return names;
  }

  #keep(key: string, awaited: readonly StoredArrival[] | Map<string, number>): void {
    if ((awaited instanceof Map ? awaited.size : awaited.length) === 0) this.#awaited.delete(key);
    else this.#awaited.set(key, awaited);
  }
}

function takeName(names: Map<string, number>, name: string): boolean {
  const count = names.get(name);
  if (count === undefined) return false;
  if (count === 1) names.delete(name);
  else names.set(name, count - 1);
  return true;
}
