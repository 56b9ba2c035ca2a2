const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');
const clock = (at: Date) => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;

/** `2026-11-21T10:00:00.123Z` */
export const iso = (ms: number) => new Date(ms).toISOString();
/** `21/Nov/2026:10:00:00 +0000` */
export const apache = (ms: number) => {
  const at = new Date(ms);
  return `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${clock(at)} +0000`;
};
/** `Nov  1 10:00:00` */
export const legacy = (ms: number) => {
  const at = new Date(ms);
  return `${months[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2, ' ')} ${clock(at)}`;
};
/** `2026/11/21 10:00:00` */
export const slashed = (ms: number) => {
  const at = new Date(ms);
  return `${at.getUTCFullYear()}/${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())} ${clock(at)}`;
};
