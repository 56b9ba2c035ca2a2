import { secondMs } from '@acequia/base';
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

/**
 * Each rate as the mean over the time that all reports cover, each at most the time of the mean: one that a stalled worker sends later is
 * no more than the last ten seconds. What a report does not name, it counts as 0. What no report names is not there.
 */
export function smoothed({ reports }: LiveWindow): Live {
  const newest = reports.at(-1)!.live;
  const lives = reports.map(({ live }) => ({ rates: live, overMs: Math.min(live.overMs ?? secondMs, windowMs) }));
  return { ...(meanOf(lives) as unknown as Live), atMs: newest.atMs, overMs: lives.reduce((sum, { overMs }) => sum + overMs, 0) };
}

type Rates = number | { readonly [key: string]: Rates };

interface Weighted {
  readonly rates: object;
  readonly overMs: number;
}

function meanOf(all: readonly Weighted[]): { readonly [key: string]: Rates } {
  const records = all.map(({ rates, overMs }) => ({ rates: rates as { readonly [key: string]: Rates | undefined }, overMs }));
  const keys = new Set(records.flatMap(({ rates }) => Object.keys(rates)));
  const wholeMs = records.reduce((sum, { overMs }) => sum + overMs, 0);
  const mean = (key: string): Rates => {
    const values = records.map(({ rates, overMs }) => ({ rates: rates[key], overMs }));
    return values.some(({ rates }) => typeof rates === 'object')
      ? meanOf(values.map(({ rates, overMs }) => ({ rates: typeof rates === 'object' ? rates : {}, overMs })))
      : values.reduce((sum, { rates, overMs }) => sum + (typeof rates === 'number' ? rates * overMs : 0), 0) / wholeMs;
  };
  return Object.fromEntries([...keys].map((key) => [key, mean(key)]));
}
