/** Names of a template: bounds what a kernel notes of a row. */
export const templateNamesMax = 256;
/** As in `keyed/names.ts`. */
const noNames = 0x2545f491;
const probesMax = 8;
const headWords = 2;
const nameWords = 3;

/** Bytes that a template takes in a book, its share of the table included. */
export function templateBytes(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + name.length, (headWords + nameWords * names.length + 10) * 4);
}

/**
 * Templates (orders of names, each of plain ASCII) as one block for the kernels, places counted in bytes from its beginning:
 * a table of numbers by hash (its mask, then per place the template's number from 1 on, 0: none), where each template lies, and per
 * template how many names, the hash of all, then per name where its bytes lie, how many, and the hash of those before it.
 */
export function templateBook(templates: readonly (readonly string[])[]): Uint8Array {
  const mask = 2 ** Math.ceil(Math.log2(templates.length * 2 + 2)) - 1;
  let at = 2 + mask + templates.length;
  const starts = templates.map((names) => {
    const start = at;
    at += headWords + nameWords * names.length;
    return start;
  });
  const keys = Buffer.from(templates.map((names) => names.join('')).join(''), 'latin1');
  const book = new Uint8Array(at * 4 + keys.length);
  const words = new Int32Array(book.buffer, 0, at);
  book.set(keys, at * 4);
  words[0] = mask;
  let key = at * 4;
  for (const [number, names] of templates.entries()) {
    const start = starts[number]!;
    words[2 + mask + number] = start * 4;
    let hash = noNames;
    for (const [index, name] of names.entries()) {
      words.set([key, name.length, hash], start + headWords + index * nameWords);
      hash = hashName(hash, book, key, name.length);
      key += name.length;
    }
    words.set([names.length, hash], start);
    for (let probe = 0; probe < probesMax; probe++) {
      const place = 1 + ((hash + probe) & mask);
      if (words[place] !== 0) continue;
      words[place] = number + 1;
      break;
    }
  }
  return book;
}

/** As in `keyed/names.ts`. */
function hashName(before: number, bytes: Uint8Array, at: number, length: number): number {
  const four = (from: number): number => bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24);
  let mixed = Math.imul(before ^ length, 0x01000193);
  if (length >= 4) {
    mixed = Math.imul(mixed ^ four(at), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 15) ^ four(at + ((length - 4) >> 1)), 0x01000193);
    mixed = Math.imul(mixed ^ four(at + length - 4), 0x2c1b3c6d);
  } else {
    mixed = Math.imul(mixed ^ bytes[at]! ^ (bytes[at + (length >> 1)]! << 8) ^ (bytes[at + length - 1]! << 16), 0x2c1b3c6d);
  }
  return mixed ^ (mixed >>> 13);
}
