import type { RE2JS } from 're2js';
import {
  argWay,
  AsciiSets,
  beyondColumn,
  endColumn,
  lastAscii,
  Looks,
  none,
  outWay,
  tableOf,
  Tables,
  theirs,
  type Instruction,
} from './look-ahead.ts';

/** Positions of the groups of a match, two for each group, 0 = the whole match; −1 where a group took no part. */
type Captures = Int32Array;

/** Texts of which a match holds some, of RE2JS. */
interface Needed {
  eval(text: Haystack, from: number): boolean;
}

interface NeededTexts {
  readonly str: string;
  automaton16(): { readonly match: Uint8Array; advance(node: number, code: number): number };
}

/** A text as `Needed` asks it. */
class Haystack {
  /** Steps of the characters gone over. */
  steps = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  hasString({ str }: NeededTexts, from: number): boolean {
    const at = this.#text.indexOf(searched(str), from);
    this.steps += ((at < 0 ? this.#text.length : at) - from) >> 1;
    return at >= 0;
  }

  hasAnyString(needed: NeededTexts, from: number): boolean {
    const automaton = needed.automaton16();
    let at = from;
    let node = 0;
    while (at < this.#text.length && automaton.match[node] !== 1) node = automaton.advance(node, this.#text.charCodeAt(at++));
    this.steps += (at - from) * 2;
    return automaton.match[node] === 1;
  }
}

/** V8 finds longer texts in time text × length. */
const searchedMax = 200;
const searched = (text: string): string => text.slice(0, searchedMax);

const fail = 0;
const alt = 1;
const match = 2;
const capture = 3;
const emptyWidth = 4;
const set = 5;
const letter = 6;
const any = 7;

const beginLine = 1;
const endLine = 2;
const beginText = 4;
const endText = 8;
const wordBoundary = 16;
const noWordBoundary = 32;
const newline = 10;

/** Steps between two calls of `spend`. */
const chunk = 8192;
/** Of each instruction, two of which are three steps; in halves of a step. */
const instructionHalves = 3;
/** Of a character beyond ASCII in a set, of a page of marks that is emptied, and of beginning at a place. */
const wideHalves = 4;
const pageHalves = 20;
const beginHalves = 10;
const pageShift = 8;
const pageWords = 1 << pageShift;
/** 64 MB of marks. */
const markWordsMax = 1 << 24;
const keptWords = 1 << 18;
/** 32 MB, less what is put there between two looks at it. */
const stackMax = (1 << 23) - (1 << 16);
const keptStack = 1 << 18;

// Runs never overlap: all programs share what a run needs.
let marks = new Uint32Array(pageWords);
/** The run that last wrote in a page; a page of an older one counts as empty. */
let pageRuns = new Uint32Array(1);
let run = 0;
let stack = new Int32Array(1024);

/**
 * Runs a program of RE2JS by going back, and never comes twice to the same place of the program at the same place of the text:
 * what failed there fails again. So the work is bounded by program × text, and by little more than the text where the next character
 * mostly says how to go on. The match and its groups are those of RE2JS.
 */
export class BitState {
  readonly #ops: Uint8Array;
  readonly #outs: Int32Array;
  readonly #args: Int32Array;
  /** Number of an instruction that more than one leads to, −1 for others. Every loop goes through one. */
  readonly #joins: Int32Array;
  readonly #joinCount: number;
  /** Where the ASCII table of a set begins, or the look of a choice. */
  readonly #tableAt: Int32Array;
  readonly #tables: Uint8Array;
  readonly #instructions: readonly Instruction[];
  readonly #start: number;
  readonly #startLook: Uint8Array;
  readonly #atBegin: boolean;
  readonly #captures: Int32Array;
  /** What every match begins with. */
  readonly #prefix: string;
  readonly #needed: Needed | null;

  private constructor(
    instructions: readonly Instruction[],
    start: number,
    groups: number,
    atBegin: boolean,
    prefix: string,
    needed: Needed | null,
  ) {
    this.#prefix = searched(prefix);
    this.#needed = needed;
    const count = instructions.length;
    this.#instructions = instructions;
    this.#start = start;
    this.#atBegin = atBegin;
    this.#captures = new Int32Array((groups + 1) * 2);
    this.#ops = Uint8Array.from(instructions, opOf);
    this.#outs = Int32Array.from(instructions, ({ out }) => out);
    this.#args = Int32Array.from(instructions, argOf);
    this.#joins = new Int32Array(count).fill(-1);
    this.#joinCount = this.#findJoins();
    this.#tableAt = new Int32Array(count);
    const tables = new Tables();
    const ascii = new AsciiSets();
    const looks = new Looks(instructions, ascii);
    for (let pc = 0; pc < count; pc += 1) {
      if (this.#ops[pc] === set) this.#tableAt[pc] = tables.put(ascii.of(instructions[pc]!), none);
      else if (this.#ops[pc] === alt) this.#tableAt[pc] = tables.put(looks.of(this.#outs[pc]!), looks.of(this.#args[pc]!));
    }
    this.#startLook = tableOf(looks.of(start), none);
    this.#tables = tables.all();
  }

  /** Undefined when the program holds what is not known here. */
  static of(re2: RE2JS): BitState | undefined {
    const { prog, cond, longest, prefix, prefilter } = re2.re2Input;
    const instructions = prog.inst as readonly Instruction[];
    const known = new Set(Object.values(theirs));
    if (Boolean(longest) || prog.numLb > 0 || instructions.some(({ op }) => !known.has(op))) return undefined;
    return new BitState(
      instructions,
      prog.start,
      re2.groupCount(),
      ((cond as number) & beginText) !== 0,
      prefix as string,
      prefilter as Needed | null,
    );
  }

  /** Whether the marks for a text from `from` on have room. */
  fits(text: string, from: number): boolean {
    return (text.length - from + 1) * this.#joinCount <= markWordsMax * 32;
  }

  /**
   * The groups of the first match at or after `from`, valid until the next call. `spend` is told the steps, in between too, about 10 ns
   * each, and may throw. `'tooDeep'`: what is still to be tried fills more than has room.
   */
  exec(text: string, from: number, spend: (steps: number) => void): Captures | 'tooDeep' | undefined {
    if (this.#atBegin && from !== 0) return undefined;
    if (this.#needed !== null) {
      const haystack = new Haystack(text);
      const mayMatch = this.#needed.eval(haystack, from);
      spend(haystack.steps);
      if (!mayMatch) return undefined;
    }
    this.#prepare(text.length - from + 1, spend);
    const look = this.#startLook;
    const length = text.length;
    let skipped = 0;
    try {
      for (let at = from; at <= length; at += 1) {
        if (this.#prefix !== '') {
          const next = text.indexOf(this.#prefix, at);
          skipped += next < 0 ? length - at : next - at;
          if (next < 0) return undefined;
          at = next;
        }
        const code = at < length ? text.charCodeAt(at) : endColumn;
        if (look[at >= length ? endColumn : code > lastAscii ? beyondColumn : code] !== 0) {
          const found = this.#from(text, at, from, spend);
          if (found !== false) return found === true ? this.#captures : found;
        } else skipped += 1;
        if (this.#atBegin) return undefined;
        if (code >= 0xd800 && code <= 0xdbff && text.codePointAt(at)! > 0xffff) at += 1;
      }
      return undefined;
    } finally {
      if (marks.length > keptWords) {
        marks = new Uint32Array(pageWords);
        pageRuns = new Uint32Array(1);
      }
      if (stack.length > keptStack) stack = new Int32Array(1024);
      spend(skipped >> 1);
    }
  }

  #prepare(positions: number, spend: (steps: number) => void): void {
    const words = ((positions * this.#joinCount) >>> 5) + 1;
    if (words > marks.length) {
      spend(words >> 3);
      const least = (words >>> pageShift) + 1;
      const pages = words > keptWords ? least : 2 ** Math.ceil(Math.log2(least));
      const [newMarks, newRuns] = [new Uint32Array(pages * pageWords), new Uint32Array(pages)];
      marks = newMarks;
      pageRuns = newRuns;
      run = 0;
    }
    if (run === 0xffffffff) {
      pageRuns.fill(0);
      run = 0;
    }
    run += 1;
  }

  #from(text: string, begin: number, origin: number, spend: (steps: number) => void): boolean | 'tooDeep' {
    const ops = this.#ops;
    const outs = this.#outs;
    const args = this.#args;
    const joins = this.#joins;
    const joinCount = this.#joinCount;
    const tableAt = this.#tableAt;
    const tables = this.#tables;
    const captures = this.#captures;
    const length = text.length;
    captures.fill(-1);
    let pc = this.#start;
    let at = begin;
    let top = 0;
    /** In halves of a step. */
    let done = beginHalves + (captures.length >> 5);
    for (;;) {
      done += instructionHalves;
      if (done >= chunk * 2) {
        spend(done >> 1);
        done = 0;
        if (top > stackMax) return 'tooDeep';
      }
      let ok = true;
      const join = joins[pc]!;
      if (join >= 0) {
        const bit = (at - origin) * joinCount + join;
        const word = bit >>> 5;
        const page = word >>> pageShift;
        if (pageRuns[page] !== run) {
          pageRuns[page] = run;
          marks.fill(0, page << pageShift, (page + 1) << pageShift);
          done += pageHalves;
        }
        const mask = 1 << (bit & 31);
        if ((marks[word]! & mask) === 0) marks[word]! |= mask;
        else ok = false;
      }
      if (ok)
        switch (ops[pc]) {
          case alt: {
            const code = at < length ? text.charCodeAt(at) : endColumn;
            const ways = tables[tableAt[pc]! + (at >= length ? endColumn : code > lastAscii ? beyondColumn : code)]!;
            if (ways === outWay) pc = outs[pc]!;
            else if (ways === argWay) pc = args[pc]!;
            else if (ways === 0) ok = false;
            else {
              if (top + 2 > stack.length) grow();
              stack[top] = args[pc]!;
              stack[top + 1] = at;
              top += 2;
              pc = outs[pc]!;
            }
            break;
          }
          case letter:
            if (at < length && text.charCodeAt(at) === args[pc]) {
              at += 1;
              pc = outs[pc]!;
            } else ok = false;
            break;
          case set: {
            const code = at < length ? text.charCodeAt(at) : -1;
            if (code >= 0 && code <= lastAscii) {
              if (tables[tableAt[pc]! + code] === 1) {
                at += 1;
                pc = outs[pc]!;
              } else ok = false;
            } else if (code > lastAscii) {
              const whole = text.codePointAt(at)!;
              done += wideHalves;
              if (this.#instructions[pc]!.matchRune(whole)) {
                at += whole > 0xffff ? 2 : 1;
                pc = outs[pc]!;
              } else ok = false;
            } else ok = false;
            break;
          }
          case any:
            if (at < length && (args[pc] === 0 || text.charCodeAt(at) !== newline)) {
              at += text.codePointAt(at)! > 0xffff ? 2 : 1;
              pc = outs[pc]!;
            } else ok = false;
            break;
          case capture: {
            const slot = args[pc]!;
            if (slot < captures.length) {
              if (top > 0) {
                if (top + 2 > stack.length) grow();
                stack[top] = -1 - slot;
                stack[top + 1] = captures[slot]!;
                top += 2;
              }
              captures[slot] = at;
            }
            pc = outs[pc]!;
            break;
          }
          case emptyWidth:
            if ((args[pc]! & ~contextOf(text, at)) === 0) pc = outs[pc]!;
            else ok = false;
            break;
          case match:
            captures[0] = begin;
            captures[1] = at;
            spend(done >> 1);
            return true;
          default:
            ok = false;
        }
      if (ok) continue;
      for (;;) {
        if (top === 0) {
          spend(done >> 1);
          return false;
        }
        top -= 2;
        const next = stack[top]!;
        if (next >= 0) {
          pc = next;
          at = stack[top + 1]!;
          break;
        }
        captures[-1 - next] = stack[top + 1]!;
      }
    }
  }

  #findJoins(): number {
    const seen = new Uint8Array(this.#ops.length);
    let joins = 0;
    const arrive = (pc: number): void => {
      if (seen[pc] === 1) this.#joins[pc] = joins++;
      seen[pc] = Math.min(2, seen[pc]! + 1);
    };
    arrive(this.#start);
    arrive(this.#start);
    for (let pc = 0; pc < this.#ops.length; pc += 1) {
      const op = this.#ops[pc];
      if (op === fail || op === match) continue;
      arrive(this.#outs[pc]!);
      if (op === alt) arrive(this.#args[pc]!);
    }
    return joins;
  }
}

function grow(): void {
  const larger = new Int32Array(stack.length * 2);
  larger.set(stack);
  stack = larger;
}

function opOf({ op, runes }: Instruction): number {
  switch (op) {
    case theirs.alt:
      return alt;
    case theirs.capture:
    case theirs.nop:
      return capture;
    case theirs.emptyWidth:
      return emptyWidth;
    case theirs.match:
      return match;
    case theirs.rune1:
      return isWhole(runes[0]!) ? letter : set;
    case theirs.rune:
      return set;
    case theirs.any:
    case theirs.anyNotNl:
      return any;
    default:
      return fail;
  }
}

const isWhole = (code: number): boolean => code < 0xd800 || (code > 0xdfff && code <= 0xffff);

function argOf({ op, arg, runes }: Instruction): number {
  switch (op) {
    case theirs.rune1:
      return runes[0]!;
    case theirs.anyNotNl:
      return 1;
    case theirs.any:
      return 0;
    case theirs.nop:
      return 0x7fffffff;
    default:
      return arg;
  }
}

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);

/** What an empty-width instruction may ask of a place. */
function contextOf(text: string, at: number): number {
  const before = at > 0 ? text.charCodeAt(at - 1) : -1;
  const behind = at < text.length ? text.charCodeAt(at) : -1;
  const begin = before < 0 ? beginText | beginLine : before === newline ? beginLine : 0;
  const end = behind < 0 ? endText | endLine : behind === newline ? endLine : 0;
  return begin | end | (isWord(before) === isWord(behind) ? noWordBoundary : wordBoundary);
}
