import type { CommitValue, Position } from '@acequia/journal';

/**
 * Which blocks of a branch's stream hold events: everything ever committed as written. Blocks that a crash left behind
 * without a commit lie between the ranges and are never read, because their events come again from the listener.
 */
export interface SpillRanges {
  /** Something written has not been loaded. */
  readonly unread: boolean;
  /** Something was ever written. */
  readonly used: boolean;
  /** Where loading goes on. */
  readonly cursor: Position;
  /** One past the last block of the range the cursor is in. */
  readonly rangeEnd: number;
  written(from: number, to: number): void;
  readFrom(position: Position): void;
  /** For the commit record; ranges wholly before `low` are left out. */
  store(low: Position): CommitValue;
}

export function createSpillRanges(
  stored: readonly (readonly [number, number])[],
  low: readonly [number, number] | undefined,
  head: number,
): SpillRanges {
  const ranges: [number, number][] = stored.map(([from, to]) => [from, to]);
  let cursor: Position = low ? { block: low[0], frame: low[1] } : { block: head, frame: 0 };
  const end = () => ranges.at(-1)?.[1] ?? cursor.block;

  const settle = (position: Position): void => {
    cursor = position;
    const range = ranges.find(([, to]) => to > position.block);
    if (range && range[0] > position.block) cursor = { block: range[0], frame: 0 };
  };
  settle(cursor);
  return {
    get unread() {
      return end() > cursor.block;
    },
    get used() {
      return ranges.length > 0;
    },
    get cursor() {
      return cursor;
    },
    get rangeEnd() {
      return ranges.find(([, to]) => to > cursor.block)?.[1] ?? cursor.block;
    },
    written(from, to) {
      const last = ranges.at(-1);
      if (last && last[1] === from) last[1] = to;
      else ranges.push([from, to]);
    },
    readFrom: settle,
    store(low) {
      return ranges.filter(([, to], index) => to > low.block || index === ranges.length - 1).map(([from, to]) => [from, to]);
    },
  };
}
