import type { Preferences } from '@acequia/contract';

/** In whose hours times are told: the browser's zone, or UTC. */
export type TimeZone = Preferences['timeZone'];

const listeners = new Set<() => void>();

/** What the page shows now: an attribute of the document root, set by the server before the first paint. */
export const currentZone = (): TimeZone => (document.documentElement.dataset['zone'] === 'utc' ? 'utc' : 'browser');

/** Tells every time on the page anew. */
export function switchZone(next: TimeZone): void {
  if (next === currentZone()) return;
  document.documentElement.dataset['zone'] = next;
  for (const listener of listeners) listener();
}

export function onZoneChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const minuteMs = 60_000;

/** ms to add to a moment so that its UTC figures are those of the zone. */
const offsetAt = (atMs: number, zone: TimeZone): number => (zone === 'utc' ? 0 : -new Date(atMs).getTimezoneOffset() * minuteMs);

/** As a field of date and time holds it, to the second: `2026-11-21T09:05:07`. */
export const fieldTime = (atMs: number, zone: TimeZone): string => new Date(atMs + offsetAt(atMs, zone)).toISOString().slice(0, 19);

/** ms since 1970 of what such a field holds; NaN when it is empty. */
export const readFieldTime = (text: string, zone: TimeZone): number => Date.parse(zone === 'utc' ? `${text}Z` : text);
