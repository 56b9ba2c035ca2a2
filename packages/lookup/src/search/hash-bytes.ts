/** FNV-1a, 32 bits: each byte leads to the next hash, so the hashes of all prefixes come by the way. */
export const hashStart = 0x811c9dc5;

export const hashByte = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = hashStart;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

/** A hash whose low bits say where to look first and whose high bits mark what is entered there. */
export function spreadHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

/** The bits of an entry that hold its row, counted from 1; the ones above are those of the spread hash. */
export function rowBitsFor(rows: number): number {
  let bits = 0;
  while (bits < rows) bits = bits * 2 + 1;
  return bits;
}

/** Places for so many entries, at most two thirds filled. */
export function slotsFor(entries: number): number {
  let slots = 4;
  while (slots * 2 < entries * 3) slots *= 2;
  return slots;
}
