interface Counted {
  readonly at: readonly number[];
  readonly lines: readonly { readonly counts: readonly number[] }[];
}

/**
 * A series without its first step where that begins before the range. Such a step may hold events of a part of its time only, as when
 * they began on the way: as a rate it would draw a rise that never was. One step alone is left as it is.
 */
export function wholeSteps<S extends Counted>(series: S, from: number): S {
  const { at, lines } = series;
  if (at.length < 2 || at[0]! >= from) return series;
  return { ...series, at: at.slice(1), lines: lines.map((line) => ({ ...line, counts: line.counts.slice(1) })) };
}
