interface Counted {
  readonly at: readonly number[];
  readonly lines: readonly { readonly counts: readonly number[] }[];
}

/**
 * A series without the steps that begin before the range. Such a step may hold events of a part of its time only, as when they began on
 * the way: as a rate it would draw a rise that never was. The last step stays in any case.
 */
export function wholeSteps<S extends Counted>(series: S, from: number): S {
  const { at, lines } = series;
  const inside = at.findIndex((start) => start >= from);
  const first = inside === -1 ? at.length - 1 : inside;
  if (first <= 0) return series;
  return { ...series, at: at.slice(first), lines: lines.map((line) => ({ ...line, counts: line.counts.slice(first) })) };
}
