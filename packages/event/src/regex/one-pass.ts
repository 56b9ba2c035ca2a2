import type { CharSet, RegexNode } from './regex-syntax.ts';
import { parseCommonRegex } from './regex-syntax.ts';

/** What an automaton does with the byte that follows. */
export interface OnePassMove {
  readonly to: number;
  /** Marks that get the position before the byte: `2n` where output n begins, `2n + 1` where it ends. */
  readonly marks: readonly number[];
}

export interface OnePassState {
  /** By class of the byte; undefined: no way on. */
  readonly moves: readonly (OnePassMove | undefined)[];
  /** Marks of a text that ends here; undefined: it may not. */
  readonly ends: readonly number[] | undefined;
}

/** A pattern as an automaton over UTF-8 bytes in which every byte leaves one way, so that one pass finds all groups. */
export interface OnePass {
  readonly outputs: readonly string[];
  /** Class of each byte. */
  readonly classes: Uint8Array;
  /** The first is where it begins. */
  readonly states: readonly OnePassState[];
  /** Every match reaches to the end of the text; false: it may end where there is no way on. */
  readonly whole: boolean;
}

const positionsMax = 400;
const outputsMax = 100;
const lastAscii = 0x7f;
const firstLead = 0xc0;

class NotOnePass extends Error {}

/** What a part of a pattern adds: where it may begin, where it may end, and its marks when it takes nothing. */
interface Piece {
  readonly first: readonly OnePassMove[];
  readonly last: readonly OnePassMove[];
  readonly empty: readonly number[] | undefined;
}

/**
 * The automaton of a pattern of RE2 syntax whose matches begin at the beginning of the text; `names` are its groups in the
 * order of the outputs. Undefined when a byte alone does not say how to go on, or the pattern uses what is not plainly the
 * same in all engines; nothing can be said then about whether it matches.
 */
export function onePassOf(source: string, names: Iterable<string>): OnePass | undefined {
  const node = parseCommonRegex(source, false);
  const parts = node?.kind === 'sequence' ? node.parts : [];
  if (parts[0]?.kind !== 'begin') return undefined;
  const whole = parts.at(-1)?.kind === 'end';
  try {
    return new Builder([...names], whole).build(parts.slice(1, whole ? -1 : undefined));
  } catch (error) {
    if (error instanceof NotOnePass) return undefined;
    throw error;
  }
}

class Builder {
  readonly #outputs: readonly string[];
  readonly #whole: boolean;
  readonly #sets: Uint8Array[] = [];
  readonly #follow: OnePassMove[][] = [];

  constructor(outputs: readonly string[], whole: boolean) {
    if (outputs.length > outputsMax) throw new NotOnePass();
    this.#outputs = outputs;
    this.#whole = whole;
  }

  build(parts: readonly RegexNode[]): OnePass {
    const { first, last, empty } = this.#sequence(parts.map((part) => this.#piece(part, false)));
    const { classes, members } = this.#classes();
    const ends = new Map<number, readonly number[]>();
    for (const { to, marks } of last) put(ends, to, marks);
    const movesOf = (ways: readonly OnePassMove[], own: number) =>
      members.map((byte): OnePassMove | undefined => {
        if (isTrail(byte)) return own > 0 && this.#sets[own - 1]![firstLead] === 1 ? { to: own, marks: [] } : undefined;
        const open = ways.filter(({ to }) => this.#sets[to - 1]![byte] === 1);
        if (open.some((way) => !sameMove(way, open[0]!))) throw new NotOnePass();
        return open[0];
      });
    const states = this.#sets.map((_, index) => ({ moves: movesOf(this.#follow[index]!, index + 1), ends: ends.get(index + 1) }));
    return { outputs: this.#outputs, classes, whole: this.#whole, states: [{ moves: movesOf(first, 0), ends: empty }, ...states] };
  }

  /** Bytes that all sets treat alike are one class; one member of each. */
  #classes(): { classes: Uint8Array; members: readonly number[] } {
    const known = new Map<string, number>();
    const members: number[] = [];
    const classes = Uint8Array.from({ length: 256 }, (_, byte) => {
      const key = isTrail(byte) ? 'trail' : this.#sets.map((set) => set[byte]).join('');
      if (!known.has(key)) known.set(key, members.push(byte) - 1);
      return known.get(key)!;
    });
    return { classes, members };
  }

  #piece(node: RegexNode, looped: boolean): Piece {
    switch (node.kind) {
      case 'set':
        return this.#set(node.set);
      case 'sequence':
        return this.#sequence(node.parts.map((part) => this.#piece(part, looped)));
      case 'choice': {
        const branches = node.branches.map((branch) => this.#piece(branch, looped));
        if (branches.some(({ empty }) => empty !== undefined)) throw new NotOnePass();
        return { first: branches.flatMap(({ first }) => first), last: branches.flatMap(({ last }) => last), empty: undefined };
      }
      case 'group': {
        const output = node.name === undefined ? -1 : this.#outputs.indexOf(node.name);
        const body = this.#piece(node.body, looped);
        if (node.capture && looped) throw new NotOnePass();
        return output < 0 ? body : marked(body, output * 2, output * 2 + 1);
      }
      case 'repeat':
        return this.#repeat(node, looped);
      default:
        throw new NotOnePass();
    }
  }

  #set(set: CharSet): Piece {
    if (this.#sets.length >= positionsMax) throw new NotOnePass();
    const beyond = set.filter(([, high]) => high > lastAscii);
    const all = beyond.length === 1 && beyond[0]![0] <= lastAscii + 1 && beyond[0]![1] === 0x10ffff;
    if (beyond.length > 0 && !all) throw new NotOnePass();
    const bytes = new Uint8Array(256);
    for (const [low, high] of set) if (low <= lastAscii) bytes.fill(1, low, Math.min(high, lastAscii) + 1);
    if (all) bytes.fill(1, firstLead);
    this.#follow.push([]);
    const move = { to: this.#sets.push(bytes), marks: [] };
    return { first: [move], last: [move], empty: undefined };
  }

  #sequence(parts: readonly Piece[]): Piece {
    return parts.reduce(
      (before, part) => {
        this.#join(before.last, part.first);
        return {
          first: before.empty === undefined ? before.first : [...before.first, ...withMarks(part.first, before.empty)],
          last: part.empty === undefined ? part.last : [...part.last, ...withMarks(before.last, part.empty)],
          empty: before.empty === undefined || part.empty === undefined ? undefined : [...before.empty, ...part.empty],
        };
      },
      { first: [], last: [], empty: [] } as Piece,
    );
  }

  /** The least number of times, then as often as may be, each further one within the one before. */
  #repeat({ body, min, max, lazy }: Extract<RegexNode, { kind: 'repeat' }>, looped: boolean): Piece {
    if (lazy && !this.#whole) throw new NotOnePass();
    const once = (): Piece => {
      const piece = this.#piece(body, looped || max > 1);
      if (piece.empty !== undefined) throw new NotOnePass();
      return piece;
    };
    const parts = Array.from({ length: Math.max(min, max === Infinity ? 1 : 0) }, once);
    const last = parts.at(-1);
    if (max === Infinity && last !== undefined) {
      this.#join(last.last, last.first);
      if (min === 0) return { ...last, empty: [] };
      return this.#sequence(parts);
    }
    let more: Piece | undefined;
    for (let times = min; times < max; times++) {
      const piece = once();
      more = { ...(more === undefined ? piece : this.#sequence([piece, more])), empty: [] };
    }
    return this.#sequence(more === undefined ? parts : [...parts, more]);
  }

  #join(last: readonly OnePassMove[], first: readonly OnePassMove[]): void {
    for (const end of last)
      for (const begin of first) this.#follow[end.to - 1]!.push({ to: begin.to, marks: [...end.marks, ...begin.marks] });
  }
}

const isTrail = (byte: number): boolean => byte > lastAscii && byte < firstLead;

const withMarks = (moves: readonly OnePassMove[], more: readonly number[]): readonly OnePassMove[] =>
  moves.map(({ to, marks }) => ({ to, marks: [...marks, ...more] }));

const marked = ({ first, last, empty }: Piece, begin: number, end: number): Piece => ({
  first: withMarks(first, [begin]),
  last: withMarks(last, [end]),
  empty: empty && [...empty, begin, end],
});

function put(ends: Map<number, readonly number[]>, to: number, marks: readonly number[]): void {
  const known = ends.get(to);
  if (known !== undefined && !sameMarks(known, marks)) throw new NotOnePass();
  ends.set(to, marks);
}

const sameMove = (one: OnePassMove, other: OnePassMove): boolean => one.to === other.to && sameMarks(one.marks, other.marks);

const sameMarks = (one: readonly number[], other: readonly number[]): boolean =>
  [...new Set(one)].sort().join() === [...new Set(other)].sort().join();
