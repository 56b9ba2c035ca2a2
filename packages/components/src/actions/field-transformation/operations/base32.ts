import { withoutPadding } from '@acequia/event';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, 6, padded. */
export function base32Of(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
    }
    held &= 31;
  }
  if (bits > 0) text += alphabet[(held << (5 - bits)) & 31];
  return text + '='.repeat((8 - (text.length % 8)) % 8);
}

/** Any case, padding optional; undefined when the text is not Base32. */
export function bytesOfBase32(text: string): Uint8Array | undefined {
  const digits = withoutPadding(text.replace(/\s+/g, '')).toUpperCase();
  if (!/^[A-Z2-7]*$/.test(digits) || [1, 3, 6].includes(digits.length % 8)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    held = ((held << 5) | alphabet.indexOf(digit)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
    }
  }
  return Uint8Array.from(bytes);
}
