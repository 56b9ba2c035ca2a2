/** So many of a unit before the next larger one is rounded to. */
const secondsMax = 150;
const minutesMax = 60;

/** A length of time, no further from the truth than a fifth: `140 s`, `12 min`, `3 h 12 min`. The same in all languages. */
export function length(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < secondsMax) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < minutesMax) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}
