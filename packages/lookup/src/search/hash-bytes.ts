/** FNV-1a, 32 bits: each byte leads to the next hash, so the hashes of all prefixes come by the way. */
export const hashStart = 0x811c9dc5;

export const hashByte = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = hashStart;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

/** Spreads a hash over `slots` places (a power of two). */
export function slotOf(hash: number, slots: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  return (mixed >>> 0) & (slots - 1);
}

/** Places for so many entries, at most two thirds filled. */
export function slotsFor(entries: number): number {
  let slots = 4;
  while (slots * 2 < entries * 3) slots *= 2;
  return slots;
}
