import type { LiveSource } from './live-frames.ts';

type Live = LiveSource['live'];

/** The last reports of one worker, the oldest first. */
export interface LiveWindow {
  readonly reports: readonly { readonly atMs: number; readonly live: Live }[];
}

/** So long a rate is averaged over: the batches that come and go within it do not show. */
export const windowMs = 10_000;

/** With a report that came at a moment of a clock that is not set back. */
export const withReport = (window: LiveWindow | undefined, live: Live, atMs: number): LiveWindow => ({
  reports: [...(window?.reports ?? []).filter((report) => atMs - report.atMs < windowMs), { atMs, live }],
});

/** Each rate as the mean of all reports; what a report does not name, it counts as 0. What no report names is not there. */
export function smoothed({ reports }: LiveWindow): Live {
  const newest = reports.at(-1)!.live;
  const lives = reports.map(({ live }) => live);
  return { ...(meanOf(lives) as unknown as Live), atMs: newest.atMs };
}

type Rates = number | { readonly [key: string]: Rates };

function meanOf(all: readonly object[]): { readonly [key: string]: Rates } {
  const records = all as readonly { readonly [key: string]: Rates | undefined }[];
  const keys = new Set(records.flatMap((record) => Object.keys(record)));
  const mean = (key: string): Rates => {
    const values = records.map((record) => record[key]);
    return values.some((value) => typeof value === 'object')
      ? meanOf(values.map((value) => (typeof value === 'object' ? value : {})))
      : values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0) / values.length;
  };
  return Object.fromEntries([...keys].map((key) => [key, mean(key)]));
}
