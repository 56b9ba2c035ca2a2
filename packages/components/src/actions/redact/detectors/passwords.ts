import { codes, isBlank, isLetter, isSpace } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const at = 0x40;
const colon = 0x3a;
const slash = 0x2f;
const equals = 0x3d;
const quotes: ReadonlySet<number> = new Set(codes('"\'`'));
const backslash = 0x5c;
const valueMax = 1024;

/** The password in the address of a service: `scheme://user:password@host`. */
export const urlPassword: Detector = {
  anchors: [at],
  find: (bytes, anchor, from, to, span) => {
    let start = anchor;
    let separator = -1;
    while (start > from) {
      const byte = bytes[start - 1]!;
      if (byte === slash || byte === at || isSpace(byte) || quotes.has(byte)) break;
      start -= 1;
      if (byte === colon) separator = start;
    }
    if (separator < 0 || separator + 1 >= anchor || start - 3 < from || anchor + 1 >= to) return false;
    if (bytes[start - 1] !== slash || bytes[start - 2] !== slash || bytes[start - 3] !== colon) return false;
    span.start = separator + 1;
    span.end = anchor;
    return true;
  },
};

/** How names of secrets end, letters only. */
const endings = [
  'PASSWORD',
  'PASSWD',
  'PASSWORT',
  'PASSPHRASE',
  'PASSCODE',
  'PWD',
  'PASS',
  'SECRET',
  'SECRETKEY',
  'APIKEY',
  'ACCESSKEY',
  'PRIVATEKEY',
  'ENCRYPTIONKEY',
  'TOKEN',
  'CREDENTIAL',
  'CREDENTIALS',
  'CONTRASENA',
  'CONTRASEÑA',
  'CLAVE',
];
const nameMax = 64;
/** By byte: whether a name that ends with it can be one; spares most pairs the rest. */
const mayEnd = new Uint8Array(256);
for (const ending of endings) for (const form of [ending, ending.toLowerCase()]) mayEnd[form.charCodeAt(form.length - 1)] = 1;

/** Whether a field of this name holds a password, key or token: `db_password`, `apiKey`, `clave` … */
export function isPasswordName(name: string): boolean {
  const letters = name
    .slice(-nameMax)
    .toUpperCase()
    .replace(/[^A-ZÑ]/gu, '');
  return endings.some((ending) => letters.endsWith(ending) && standsAsWord(name, letters, ending));
}

/** `pass` in `bypass` or `compass` is no password. */
function standsAsWord(name: string, letters: string, ending: string): boolean {
  if (ending.length > 5 || letters.length === ending.length) return true;
  const before = name.slice(0, Math.max(0, name.length - ending.length));
  return /[^A-Za-zÑñ]$/u.test(before) || (/[a-z]$/.test(before) && /[A-Z]/.test(name[before.length] ?? ''));
}

/** The value of a pair whose name is that of a password (`password=…`, `"apiKey": "…"`, `Clave: …`). Quotes stay. */
export const passwordPair: Detector = {
  anchors: [equals, colon],
  find: (bytes, anchor, from, to, span) => {
    let nameEnd = anchor;
    while (
      nameEnd > from &&
      anchor - nameEnd < 3 &&
      (isBlank(bytes[nameEnd - 1]) || quotes.has(bytes[nameEnd - 1]!) || bytes[nameEnd - 1] === backslash)
    )
      nameEnd -= 1;
    if (nameEnd === from || mayEnd[bytes[nameEnd - 1]!] !== 1) return false;
    if (!isPasswordName(nameBefore(bytes, nameEnd, from))) return false;
    let start = anchor + 1;
    if (bytes[anchor] === colon && bytes[start] === equals) start += 1;
    while (start < to && start - anchor < 4 && isBlank(bytes[start])) start += 1;
    const end = valueEnd(bytes, start, to, span);
    if (end <= span.start) return false;
    span.end = end;
    return true;
  },
};

function nameBefore(bytes: Uint8Array, end: number, from: number): string {
  let start = end;
  while (start > from && end - start < nameMax) {
    const byte = bytes[start - 1]!;
    if (!isLetter(byte) && byte !== 0x5f && byte !== 0x2d && byte < 0x80 && !(byte >= 0x30 && byte <= 0x39)) break;
    start -= 1;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}

/** End of the value at `start`, quotes left out; `span.start` is where it begins. */
function valueEnd(bytes: Uint8Array, start: number, to: number, span: { start: number }): number {
  let i = start;
  const escaped = bytes[i] === backslash && quotes.has(bytes[i + 1]!);
  if (escaped) i += 1;
  const quote = i < to && quotes.has(bytes[i]!) ? bytes[i]! : 0;
  const limit = Math.min(to, start + valueMax);
  if (quote !== 0) {
    i += 1;
    span.start = i;
    while (i < limit) {
      if (bytes[i] === quote) return i;
      if (bytes[i] === backslash) {
        if (escaped && bytes[i + 1] === quote) return i;
        i += 1;
      }
      i += 1;
    }
    return limit;
  }
  span.start = i;
  while (i < limit && !isSpace(bytes[i]) && !isClosing(bytes[i]!)) i += 1;
  return i;
}

/** Signs that end a bare value. */
const isClosing = (byte: number): boolean =>
  byte === 0x26 || byte === 0x2c || byte === 0x3b || byte === 0x22 || byte === 0x29 || byte === 0x7d;
