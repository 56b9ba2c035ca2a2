import { isDigit, isLetter, upperOf } from './byte-classes.ts';

/** Whether the digits of `[start, end)`, other signs left out, pass the Luhn check of ISO/IEC 7812-1 (at least two). */
export function passesLuhn(bytes: Uint8Array, start: number, end: number): boolean {
  let sum = 0;
  let count = 0;
  for (let i = end - 1; i >= start; i -= 1) {
    if (!isDigit(bytes[i])) continue;
    let value = bytes[i]! - 0x30;
    if (count % 2 === 1) {
      value *= 2;
      if (value > 9) value -= 9;
    }
    sum += value;
    count += 1;
  }
  return count > 1 && sum % 10 === 0;
}

/** Whether letters and digits of `[start, end)`, other signs left out, pass mod 97-10 of ISO 7064 as an IBAN does: first four last. */
export function passesMod97(bytes: Uint8Array, start: number, end: number): boolean {
  const values: number[] = [];
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i]!;
    if (isDigit(byte)) values.push(byte - 0x30);
    else if (isLetter(byte)) values.push(upperOf(byte) - 0x41 + 10);
  }
  if (values.length < 5) return false;
  let rest = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[(i + 4) % values.length]!;
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
