import { parseCidr, parseIp } from '@acequia/event';
import type { LookupTable } from '../lookup-table.ts';
import { forEachKey, keyText } from './key-text.ts';
import type { Matcher } from './matcher.ts';

/** The longest network that holds the address; of equal networks the first row. Keys that are no network are never found. */
export function createCidrMatcher(table: LookupTable): Matcher {
  const v4: (Map<number, number> | undefined)[] = [];
  const v6: (Map<bigint, number> | undefined)[] = [];
  forEachKey(table, (key, row) => {
    const cidr = parseCidr(key.trim());
    if (cidr === undefined) return;
    if (cidr.version === 4) enter((v4[cidr.bits] ??= new Map()), Number(cidr.base >> BigInt(32 - cidr.bits)), row);
    else enter((v6[cidr.bits] ??= new Map()), cidr.base >> BigInt(128 - cidr.bits), row);
  });
  const lengths4 = lengthsOf(v4);
  const lengths6 = lengthsOf(v6);
  const findV4 = (value: number): number => {
    for (const bits of lengths4) {
      const row = v4[bits]!.get(bits === 0 ? 0 : value >>> (32 - bits));
      if (row !== undefined) return row;
    }
    return -1;
  };
  return {
    find: (key, start, end) => {
      const plain = ipv4At(key, start, end);
      if (plain >= 0) return findV4(plain);
      const address = end - start > 45 ? undefined : parseIp(keyText(key, start, end));
      if (address === undefined) return -1;
      if (address.version === 4) return findV4(Number(address.value));
      for (const bits of lengths6) {
        const row = v6[bits]!.get(address.value >> BigInt(128 - bits));
        if (row !== undefined) return row;
      }
      return -1;
    },
  };
}

/** The number of a dotted quad without leading zeros, −1 when it is anything else. */
function ipv4At(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  let part = -1;
  let parts = 0;
  for (let i = start; i <= end; i += 1) {
    const digit = i < end ? bytes[i]! - 0x30 : -2;
    if (digit >= 0 && digit <= 9) {
      if (part === 0) return -1;
      part = part < 0 ? digit : part * 10 + digit;
      if (part > 255) return -1;
    } else {
      if (part < 0 || digit !== -2) return -1;
      value = value * 256 + part;
      parts += 1;
      part = -1;
    }
  }
  return parts === 4 ? value : -1;
}

function enter<K>(rows: Map<K, number>, base: K, row: number): void {
  if (!rows.has(base)) rows.set(base, row);
}

/** Prefix lengths that occur, longest first. */
const lengthsOf = (byLength: readonly unknown[]): readonly number[] =>
  byLength.flatMap((rows, bits) => (rows === undefined ? [] : [bits])).toReversed();
