import { releaseBatch, type BatchView } from '@acequia/batch';
import type { CommitValue, Position } from '@acequia/journal';
import type { DeliveredWatch } from '../outcomes/delivered-watch.ts';

/** Which part of a listener's block an entry holds: its `n`-th arrival at the store. The same block gives the same entries again. */
export interface SourceRef {
  readonly stream: string;
  readonly block: number;
  readonly n: number;
}

/** `n` of entries that left another queue's data sink by a port. That queue answers for them until they are spilled, so they are never pending here. */
export const reroutedArrival = -1;

/** Events of one view that wait for a destination. */
export interface Entry {
  readonly source: SourceRef;
  readonly count: number;
  /** When they came, ms since 1970. */
  readonly atMs: number;
  readonly bytes: number;
  /** Held until every row has an outcome. */
  view: BatchView | undefined;
  /** A bit per row that has an outcome. */
  readonly done: Uint8Array;
  left: number;
  /** First row not yet encoded. */
  next: number;
  /** Where its image stands in the store's own stream. */
  spilled: Position | undefined;
  spilledBytes: number;
  watch: DeliveredWatch | undefined;
  /** For each row, how often its event had come to the same branch with the block before; undefined: never. */
  readonly copies: Uint16Array | undefined;
  /** Of all its rows, once a commit has asked for them. */
  names: CommitValue | undefined;
}

/** What is known of the rows of an arrival. */
export interface ArrivedRows {
  /** A bit per row that has an outcome. */
  readonly done?: Uint8Array;
  readonly copies?: Uint16Array | undefined;
}

export function createEntry(
  source: SourceRef,
  view: BatchView,
  bytes: number,
  atMs: number,
  watch?: DeliveredWatch,
  { done, copies }: ArrivedRows = {},
): Entry {
  const bits = done ?? new Uint8Array((view.count + 7) >> 3);
  return {
    source,
    count: view.count,
    atMs,
    bytes,
    view,
    done: bits,
    left: view.count - countBits(bits),
    next: 0,
    spilled: undefined,
    spilledBytes: 0,
    watch,
    copies,
    names: undefined,
  };
}

export const isDone = (entry: Entry, row: number): boolean => (entry.done[row >> 3]! & (1 << (row & 7))) !== 0;

/** Notes outcomes of the rows `from … to − 1` (ordinals within the entry). Returns whether the entry is finished by it. */
export function markDone(entry: Entry, from: number, to: number): boolean {
  for (let row = from; row < to; row++) {
    const bit = 1 << (row & 7);
    if ((entry.done[row >> 3]! & bit) !== 0) continue;
    entry.done[row >> 3]! |= bit;
    entry.left--;
  }
  if (entry.left > 0 || !entry.view) return entry.left === 0;
  releaseBatch(entry.view);
  entry.view = undefined;
  entry.watch?.release();
  entry.watch = undefined;
  return true;
}

export const isPartial = (entry: Entry): boolean => entry.left > 0 && entry.left < entry.count;

export const printBits = (bits: Uint8Array): string => Buffer.from(bits).toString('base64');

export const parseBits = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** How many rows a bitmap marks. */
export function countBits(bits: Uint8Array): number {
  let count = 0;
  for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
}
