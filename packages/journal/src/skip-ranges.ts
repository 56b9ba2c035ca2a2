/** Blocks of a stream that a person has given up: first and last number, in order, apart from each other. Kept in the commit log under `skip/<stream>`. */
export type SkipRanges = readonly (readonly [from: number, to: number])[];

export function addSkip(ranges: SkipRanges, from: number, to: number): SkipRanges {
  const merged: [number, number][] = [];
  for (const [start, end] of [...ranges, [from, to] as const].toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Whether all blocks from `from` to `to` are given up. */
export function isSkipped(ranges: SkipRanges | undefined, from: number, to = from): boolean {
  return ranges !== undefined && ranges.some(([start, end]) => start <= from && to <= end);
}
