import { dayMs, minuteMs } from '@acequia/base';
import type { LegacyDays } from '@acequia/batch';
import { utcOfLocal } from '@acequia/event';
import { daysOfMonth, nearestYear } from './syslog-time.ts';

const months = 12;
const daysMax = 31;
const lastOfDayMs = dayMs - 1000;

/** Frames received in one of these share a table; zones are whole quarters of an hour from UTC, so no local day ends in it. */
const quarterMs = 15 * minuteMs;

/**
 * What a month and a day without year mean in a zone, for frames received in about the same minutes. A day is known when it
 * is the same one for all of them and the zone's distance from UTC does not change in it.
 */
export function createLegacyDays(zone: string): LegacyDays {
  let known: ReturnType<LegacyDays> | undefined;
  return (receivedMs) => {
    if (known === undefined || receivedMs < known.fromMs || receivedMs > known.toMs) known = daysAround(zone, receivedMs);
    return known;
  };
}

function daysAround(zone: string, receivedMs: number): ReturnType<LegacyDays> {
  const fromMs = Math.floor(receivedMs / quarterMs) * quarterMs;
  const toMs = fromMs + quarterMs - 1;
  const words = new Int32Array(months * daysMax * 2);
  for (let month = 1; month <= months; month++) {
    for (let day = 1; day <= daysMax; day++) {
      const msOf = (year: number) => (day > daysOfMonth(year, month) ? undefined : Date.UTC(year, month - 1, day));
      // The later the receipt the later the year, and the later in the day the earlier the year: so these two are the extremes.
      const latest = nearestYear(msOf, toMs, zone);
      const earliest = nearestYear((year) => addMs(msOf(year), lastOfDayMs), fromMs, zone);
      words.set(dayOf(zone, latest, earliest), ((month - 1) * daysMax + day - 1) * 2);
    }
  }
  return { words, fromMs, toMs };
}

const addMs = (ms: number | undefined, more: number) => (ms === undefined ? undefined : ms + more);

/** `first`, `last`: local ms of the first and the last second of the day. */
function dayOf(zone: string, first: number | undefined, last: number | undefined): readonly [number, number] {
  const unknown = [-1, 0] as const;
  if (first === undefined || last === undefined || last - first !== lastOfDayMs) return unknown;
  const aheadMs = first - utcOfLocal(zone, first);
  if (last - utcOfLocal(zone, last) !== aheadMs || aheadMs % 1000 !== 0) return unknown;
  return [first / dayMs, aheadMs / 1000];
}
