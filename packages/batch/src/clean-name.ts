import { cleanName } from '@acequia/event';

/** A field name's longest form, in bytes (catalogue 0.4). */
export const nameBytesMax = 256;

const underscore = 0x5f;

/** 1 for bytes a field name may hold: `A–Z a–z 0–9 # - . _`. */
const allowed = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#-._') allowed[char.charCodeAt(0)] = 1;

/** Whether a name from data can be used as it is (catalogue 1.2). */
export function isCleanName(bytes: Uint8Array, offset: number, length: number): boolean {
  if (length === 0 || length > nameBytesMax || bytes[offset] === underscore) return false;
  for (let i = offset, end = offset + length; i < end; i++) if (allowed[bytes[i]!] === 0) return false;
  return true;
}

const usable = /[A-Za-z0-9#\-.]/;

/** A name that comes from data, made a field name. Empty when nothing is left of it: the caller then says `field_<n>`. */
export function cleanDataName(name: string): string {
  return usable.test(name) ? cleanName(name, 0) : '';
}

/** `name_2`, `name_3` …, within the limit of a name. */
export function numberedName(name: string, n: number): string {
  const suffix = `_${n}`;
  return name.slice(0, nameBytesMax - suffix.length) + suffix;
}
