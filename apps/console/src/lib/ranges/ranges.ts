/** Ranges of the time chip. */
export const ranges = ['1h', '12h', '24h', '7d'] as const;
export type Range = (typeof ranges)[number];

export const rangeMs: Readonly<Record<Range, number>> = { '1h': 3_600_000, '12h': 43_200_000, '24h': 86_400_000, '7d': 604_800_000 };

const stepMs = 60_000;

/** The range that ends now, on whole minutes so that the same question is asked once a minute; and the one before it. */
export function periodOf(range: Range, nowMs: number): { readonly from: number; readonly to: number; readonly previousFrom: number } {
  const to = Math.ceil(nowMs / stepMs) * stepMs;
  const from = to - rangeMs[range];
  return { from, to, previousFrom: from - rangeMs[range] };
}
