import { expecting, bytesOfBase64 } from '@acequia/event';
import { OperationFault } from './operation.ts';

function quotedBytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const hex = text[i] === '=' ? /^[0-9A-Fa-f]{2}/.exec(text.slice(i + 1, i + 3)) : null;
    if (hex === null) {
      for (const byte of new TextEncoder().encode(text[i])) bytes.push(byte);
    } else {
      bytes.push(Number.parseInt(hex[0], 16));
      i += 2;
    }
  }
  return Uint8Array.from(bytes);
}

/** RFC 2045, 6.7, as UTF-8; soft line breaks are removed. */
export function decodeQuotedPrintable(text: string): string {
  return new TextDecoder().decode(quotedBytes(text.replace(/=[ \t]*\r?\n/g, '')));
}

/** Encoded words of RFC 2047 inside other text; blanks between two of them vanish. */
export function decodeMimeWords(text: string): string {
  return text
    .replace(/(=\?[^?\s]+\?[BbQq]\?[^?\s]*\?=)\s+(?==\?[^?\s]+\?[BbQq]\?[^?\s]*\?=)/g, '$1')
    .replace(/=\?([^?*\s]+)(?:\*[^?\s]*)?\?([BbQq])\?([^?\s]*)\?=/g, (_, charset: string, kind: string, body: string) => {
      const bytes = kind.toUpperCase() === 'B' ? bytesOfBase64(body) : quotedBytes(body.replaceAll('_', ' '));
      if (bytes === undefined) throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_ENCODING', { encoding: 'Base64' }));
      try {
        return new TextDecoder(charset).decode(bytes);
      } catch (cause) {
        throw new OperationFault('TYPE_FORMAT', expecting('EXPECTED_CHARSET', { found: charset.slice(0, 40) }), cause);
      }
    });
}
