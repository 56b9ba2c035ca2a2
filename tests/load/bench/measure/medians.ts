export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** (largest − smallest) / median. */
export const spread = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / median(values);
