import { minuteMs } from '@acequia/base';

/** Before a chart is narrowed, so much of its range is empty; and it is narrowed to so much at least. */
const [emptyShare, spanLeastMs] = [0.25, 5 * minuteMs];

/** From where on a range is shown that begins without data, as on a new installation: ms since 1970. Undefined: all of it is. */
export function dataBegin(
  { at, lines }: { readonly at: readonly number[]; readonly lines: readonly { readonly counts: readonly number[] }[] },
  to: number,
): number | undefined {
  const first = at.findIndex((_, index) => lines.some(({ counts }) => (counts[index] ?? 0) > 0));
  if (first < at.length * emptyShare) return undefined;
  const begin = Math.min(at[first]!, to - spanLeastMs);
  return begin > at[0]! ? begin : undefined;
}
