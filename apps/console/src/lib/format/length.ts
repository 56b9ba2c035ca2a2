/** Up to so many minutes their seconds are said too, and up to so many minutes no hours. */
const exactMinutes = 10;
const minutesMax = 60;

/** A length of time: `40 s`, `2 min 20 s`, `12 min`, `3 h 12 min`. The same in all languages. */
export function length(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < exactMinutes * 60) return twoUnits(seconds, 'min', 's');
  const minutes = Math.round(seconds / 60);
  return minutes < minutesMax ? `${minutes} min` : twoUnits(minutes, 'h', 'min');
}

function twoUnits(smaller: number, large: string, small: string): string {
  const rest = smaller % 60;
  return `${Math.floor(smaller / 60)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}
