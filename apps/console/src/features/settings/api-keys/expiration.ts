import { endOfDay } from '#blocks/secret-picker/expiry.ts';

/** Presets of how long a key lasts; `custom` is a day, `none` has no end. */
export const expirations = ['days7', 'days30', 'days90', 'year', 'custom', 'none'] as const;
export type Expiration = (typeof expirations)[number];

const daysOf = { days7: 7, days30: 30, days90: 90, year: 365 } as const;

/** End of a key in seconds since 1970; null for none, undefined when the chosen day is no day or over. */
export function expirationOf(choice: Expiration, customDay: string, nowMs: number): number | null | undefined {
  if (choice === 'none') return null;
  const endMs = choice === 'custom' ? endOfDay(customDay) : nowMs + daysOf[choice] * 86_400_000;
  return endMs === undefined || endMs <= nowMs ? undefined : Math.floor(endMs / 1000);
}
