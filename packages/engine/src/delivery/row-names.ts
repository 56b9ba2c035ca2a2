import { visitNames, type BatchView } from '@acequia/batch';
import { parseBits, printBits } from './entry.ts';

/**
 * Names of rows in the commit record: a text is a name; where numbers follow, it is what names begin with, and each two of them say how
 * many numbers are skipped and how many after those end a name. Where that is shorter, a first number and bits for those from it on.
 */
export type StoredNames = readonly (string | number | readonly [first: number, bits: string])[];

/** Copies of an event that came to the same branch before are told apart by their number. */
const copyMark = '\n';

/** Of those rows of which `leaves` says no. */
export function storedNames(
  view: BatchView,
  ofOneBlock: boolean,
  copies: Uint16Array | undefined,
  leaves: (index: number) => boolean,
): StoredNames {
  const names: (string | number | readonly [number, string])[] = [];
  let start: string | undefined;
  let skipsAndTakes: number[] = [];
  let end = 0;
  const flush = (): void => {
    if (start !== undefined) names.push(start, ...shorterOf(skipsAndTakes, end));
    start = undefined;
    skipsAndTakes = [];
    end = 0;
  };
  visitNames(view, ofOneBlock, (prefix, number, index) => {
    if (leaves(index)) return;
    const own = copies?.[index] ? copyOf(copies, index) + prefix : prefix;
    if (own !== start || number < end) flush();
    if (number < 0) {
      names.push(own);
      return;
    }
    start = own;
    if (skipsAndTakes.length > 0 && number === end) skipsAndTakes[skipsAndTakes.length - 1]!++;
    else skipsAndTakes.push(number - end, 1);
    end = number + 1;
  });
  flush();
  return names;
}

function shorterOf(skipsAndTakes: number[], end: number): readonly number[] | readonly [readonly [number, string]] {
  const first = skipsAndTakes[0]!;
  const bytes = (end - first + 7) >> 3;
  // As text, a number has two characters or more, three bytes have four.
  if (skipsAndTakes.length * 2 <= (bytes / 3) * 4) return skipsAndTakes;
  const bits = new Uint8Array(bytes);
  let number = -first;
  for (let at = 0; at < skipsAndTakes.length; at += 2) {
    number += skipsAndTakes[at]!;
    for (const last = number + skipsAndTakes[at + 1]!; number < last; number++) bits[number >> 3]! |= 1 << (number & 7);
  }
  return [[first, printBits(bits)]];
}

/** How often each name is there. */
export function readNames(stored: StoredNames, into: Map<string, number>): void {
  for (let at = 0; at < stored.length;) {
    const start = stored[at++] as string;
    let part = stored[at];
    if (part === undefined || typeof part === 'string') addName(into, start);
    if (typeof part === 'object') {
      const [first, text] = part;
      const bits = parseBits(text);
      for (let bit = 0; bit < bits.length * 8; bit++)
        if ((bits[bit >> 3]! & (1 << (bit & 7))) !== 0) addName(into, `${start}${first + bit}`);
      at++;
    }
    for (let number = 0; typeof part === 'number'; part = stored[at]) {
      number += part;
      for (const end = number + (stored[at + 1] as number); number < end; number++) addName(into, `${start}${number}`);
      at += 2;
    }
  }
}

function addName(into: Map<string, number>, name: string): void {
  into.set(name, (into.get(name) ?? 0) + 1);
}

/** The name of each row. */
export function namesOf(view: BatchView, ofOneBlock: boolean, copies?: Uint16Array): string[] {
  const names: string[] = [];
  visitNames(view, ofOneBlock, (prefix, number, index) => names.push(`${copyOf(copies, index)}${prefix}${number < 0 ? '' : number}`));
  return names;
}

const copyOf = (copies: Uint16Array | undefined, index: number): string => (copies?.[index] ? `${copies[index]}${copyMark}` : '');

/**
 * Which of the arrivals of its block the named row is, or is made of. A row that a step added has its parent's name before its own, and may
 * have come in itself, beside its parent: it belongs to the arrival with the longest name.
 */
export function originAmong(arrivals: ReadonlySet<string>, name: string): string | undefined {
  const own = name.slice(name.indexOf(copyMark) + 1);
  if (arrivals.has(own)) return own;
  for (let end = own.lastIndexOf('.'); end > 0; end = own.lastIndexOf('.', end - 1)) {
    const parent = own.slice(0, end);
    if (arrivals.has(parent)) return parent;
  }
  return undefined;
}

/** What has come to a branch of one block, so that copies of an event are told apart. */
export class Arrivals {
  readonly #ofOneBlock: boolean;
  #first: BatchView | undefined;
  #count = 0;
  /** By what names begin with and the number behind it: how often they came. */
  readonly #seen = new Map<string, Uint16Array<ArrayBuffer>>();

  constructor(ofOneBlock: boolean) {
    this.#ofOneBlock = ofOneBlock;
  }

  /** How many arrivals there were before, and how often each row's event came with them; undefined: none did. */
  add(view: BatchView): { readonly n: number; readonly copies: Uint16Array | undefined } {
    const n = this.#count++;
    if (n === 0) {
      this.#first = view;
      return { n, copies: undefined };
    }
    if (n === 1) this.#note(this.#first!);
    return { n, copies: this.#note(view) };
  }

  #note(view: BatchView): Uint16Array | undefined {
    let copies: Uint16Array | undefined;
    let start: string | undefined;
    let seen = new Uint16Array(0);
    visitNames(view, this.#ofOneBlock, (prefix, number, index) => {
      const at = Math.max(0, number);
      if (prefix !== start) seen = this.#seen.get((start = prefix)) ?? new Uint16Array(0);
      if (at >= seen.length) {
        const grown = new Uint16Array(Math.max(8, at + 1, seen.length * 2));
        grown.set(seen);
        this.#seen.set(prefix, (seen = grown));
      }
      const before = seen[at]!++;
      if (before > 0) (copies ??= new Uint16Array(view.count))[index] = before;
    });
    return copies;
  }
}
