/** Before lines are cut, so much of them is empty; and so many points are left at least. */
const [emptyShare, pointsLeast] = [0.25, 8];

/** Lines of one time from their first data on, with the empty point before it: what began lately is no spike at the end of a flat line. */
export function fromFirstData(lines: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const length = Math.max(0, ...lines.map((line) => line.length));
  const first = Array.from({ length }).findIndex((_, index) => lines.some((line) => (line[index] ?? 0) > 0));
  if (first < length * emptyShare) return lines;
  const begin = Math.max(0, Math.min(first - 1, length - pointsLeast));
  return lines.map((line) => line.slice(begin));
}
