/** A stretch of points, both ends in it, in the order they were taken. */
export interface Span {
  readonly anchor: number;
  readonly end: number;
}

/** The time a stretch covers; undefined for a single point. */
export function periodOfSpan(
  { anchor, end }: Span,
  at: readonly number[],
  stepMs: number,
): { readonly from: number; readonly to: number } | undefined {
  const [first, last] = anchor < end ? [anchor, end] : [end, anchor];
  const [from, to] = [at[first], at[last]];
  return first === last || from === undefined || to === undefined ? undefined : { from, to: to + stepMs };
}

/** The point under a place of a plot, 0 at its left edge and 1 at its right. */
export const pointAt = (place: number, points: number): number => Math.max(0, Math.min(points - 1, Math.round(place * (points - 1))));
