/** The last moment of a day (`2027-11-21`) in the user's zone, ms since 1970; undefined when it is no day. */
export function endOfDay(day: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return undefined;
  const [year, month, date] = match.slice(1).map(Number);
  return new Date(year!, month! - 1, date!, 23, 59, 59, 999).getTime();
}

/** The same day next year, as a date field writes it. */
export function inAYear(nowMs: number): string {
  const then = new Date(nowMs);
  then.setFullYear(then.getFullYear() + 1);
  return dayOf(then.getTime());
}

/** The day of a moment in the user's zone, as a date field writes it. */
export function dayOf(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}
