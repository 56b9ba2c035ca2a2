const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, '0': 0, '\\': 92 };

/** Bytes of a delimiter as a user writes it: text with `\n` `\r` `\t` `\0` `\\` and `\xHH`. Undefined when it is not 1 to 16 bytes, or an escape is wrong. */
export function parseDelimiter(text: string): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] !== '\\') {
      const next = text.indexOf('\\', at);
      const end = next < 0 ? text.length : next;
      parts.push(new TextEncoder().encode(text.slice(at, end)));
      at = end;
      continue;
    }
    const hex = /^\\x([0-9A-Fa-f]{2})/.exec(text.slice(at, at + 4));
    const byte = hex ? Number.parseInt(hex[1]!, 16) : escapes[text[at + 1] ?? ''];
    if (byte === undefined) return undefined;
    parts.push(Uint8Array.of(byte));
    at += hex ? 4 : 2;
  }
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  return bytes.length >= 1 && bytes.length <= 16 ? bytes : undefined;
}
