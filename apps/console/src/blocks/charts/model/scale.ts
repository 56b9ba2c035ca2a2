/** The round number an axis ends at, at least the highest value: a quarter of it is round, too. */
export function niceTop(max: number): number {
  if (!(max > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 2, 4, 6, 8, 10].find((each) => each * power >= max * 0.9999) ?? 10;
  return step * power;
}

/** Lines one above the other: each begins where the one before ends. */
export function stacked(lines: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const below: number[] = [];
  return lines.map((line) =>
    line.map((value, index) => {
      below[index] = (below[index] ?? 0) + value;
      return below[index];
    }),
  );
}

/** Corners of a line in a box of 100 × 100; the first value at the left edge, the last at the right. */
export function linePoints(values: readonly number[], top: number): string {
  const width = Math.max(1, values.length - 1);
  return values.map((value, index) => `${((index / width) * 100).toFixed(2)},${(100 - (value / top) * 100).toFixed(2)}`).join(' ');
}

/** Counts per step as rates per second; the step that is not over yet counts only for the time that has passed. */
export function ratesOf(counts: readonly number[], at: readonly number[], stepMs: number, nowMs: number): readonly number[] {
  return counts.map((count, index) => {
    const lasts = Math.min(stepMs, Math.max(1000, nowMs - (at[index] ?? 0)));
    return (count * 1000) / lasts;
  });
}
