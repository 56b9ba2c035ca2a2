/** Longest relative path a template may give, in bytes. */
const maxPathBytes = 512;
/** Deepest path: each folder is one of the operator's disk. */
const partsMax = 32;
/** Longest part between slashes: what file systems take, less what rotation and compression put behind a name. */
const maxPartBytes = 255 - 40;

/**
 * A path below a folder, as `a/b`; undefined for one that cannot be used as it is: with parts `.` or `..`, control characters
 * or broken Unicode, too long or too deep, or with nothing in it. Slashes lean both ways, and empty parts mean nothing, as in any path.
 */
export function usablePath(text: string): string | undefined {
  const path = pathOf(text);
  if (path === undefined || bytesOf(path) > maxPathBytes) return undefined;
  const parts = path.split('/');
  return parts.length > partsMax || parts.some((part) => bytesOf(part) > maxPartBytes) ? undefined : path;
}

/** A refused path for a person to see: not endless, and quoted and escaped where it holds what cannot be seen, or nothing. */
export function shownPath(text: string): string {
  const path = text.length > maxPathBytes ? `${text.slice(0, maxPathBytes)}…` : text;
  return path.trim() === '' || /\p{Cc}/u.test(path) || !path.isWellFormed() ? JSON.stringify(path) : path;
}

/** Whether a value read back from somewhere is the path of a file below a folder, in the form that `usablePath` gives. */
export const isPathBelow = (value: unknown): value is string => typeof value === 'string' && pathOf(value) === value;

function pathOf(text: string): string | undefined {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return undefined;
  const parts = text.split(/[/\\]+/).filter((part) => part !== '');
  return parts.length === 0 || parts.includes('.') || parts.includes('..') ? undefined : parts.join('/');
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** `./a` and `/a` in a template mean `a`: such templates are no longer published, but versions that have them run. */
export const withoutLeadingDots = (source: string): string => source.replace(/^(?:\.?\/)+/, '');
