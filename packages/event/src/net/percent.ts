import { utf8, utf8Text } from '../hash/bytes.ts';

const plain = /[A-Za-z0-9\-._~]/;
const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Every byte outside RFC 3986's unreserved characters becomes `%XX`; `keep` names further characters to leave. */
export function percentEncoded(text: string, keep = ''): string {
  let out = '';
  for (const c of text.toWellFormed()) {
    if (plain.test(c) || keep.includes(c)) out += c;
    else for (const byte of utf8(c)) out += hex(byte);
  }
  return out;
}

/** Decodes `%XX`; what is no escape stays, bytes that are no UTF-8 become U+FFFD. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) =>
    utf8Text(Uint8Array.from(run.slice(1).split('%'), (pair) => Number.parseInt(pair, 16))),
  );
}
