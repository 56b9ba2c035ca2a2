/** A range of rows' values, both ends included. */
export interface RowRange<V> {
  readonly low: V;
  readonly high: V;
  readonly row: number;
}

/**
 * Finds the first row (the smallest number) whose range holds a value. Ranges may overlap: they are cut into pieces that do
 * not, each owned by the first row that covers it, so a search is one bisection.
 */
export class RangeIndex<V extends number | bigint> {
  readonly #borders: readonly V[];
  /** Owner of border i at 2·i, of the open gap behind it at 2·i + 1; −1 = nobody. */
  readonly #owners: Int32Array;

  constructor(ranges: readonly RowRange<V>[]) {
    const sorted = ranges.toSorted((a, b) => (a.low < b.low ? -1 : a.low > b.low ? 1 : a.row - b.row));
    const borders = [...new Set(ranges.flatMap(({ low, high }) => [low, high]))].sort((a, b) => (a < b ? -1 : 1));
    const owners = new Int32Array(borders.length * 2).fill(-1);
    const open = new FirstRow<V>();
    let next = 0;
    for (const [index, border] of borders.entries()) {
      for (; next < sorted.length && sorted[next]!.low === border; next += 1) open.add(sorted[next]!);
      owners[index * 2] = open.first((range) => range.high >= border);
      owners[index * 2 + 1] = open.first((range) => range.high > border);
    }
    this.#borders = borders;
    this.#owners = owners;
  }

  find(value: V): number {
    const borders = this.#borders;
    let low = 0;
    let high = borders.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (borders[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return -1;
    return this.#owners[(low - 1) * 2 + (borders[low - 1] === value ? 0 : 1)]!;
  }
}

/** A heap of ranges by row; those that have ended are dropped when they come to the top. */
class FirstRow<V> {
  readonly #heap: RowRange<V>[] = [];

  add(range: RowRange<V>): void {
    const heap = this.#heap;
    let at = heap.push(range) - 1;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (heap[parent]!.row <= range.row) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = range;
  }

  first(goesOn: (range: RowRange<V>) => boolean): number {
    while (this.#heap.length > 0 && !goesOn(this.#heap[0]!)) this.#drop();
    return this.#heap[0]?.row ?? -1;
  }

  #drop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      if (left >= heap.length) break;
      const child = left + 1 < heap.length && heap[left + 1]!.row < heap[left]!.row ? left + 1 : left;
      if (heap[child]!.row >= last.row) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}
