/** Before lines are cut, so much of them is empty. */
const emptyShare = 0.25;

/** Lines of one time from their first data on: what began lately is no spike at the end of a flat line. */
export function fromFirstData(lines: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const length = Math.max(0, ...lines.map((line) => line.length));
  const first = Array.from({ length }).findIndex((_, index) => lines.some((line) => (line[index] ?? 0) > 0));
  return first < length * emptyShare ? lines : lines.map((line) => line.slice(first));
}
