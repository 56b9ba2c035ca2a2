/** An instruction of a program of RE2JS. */
export interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: Int32Array;
  matchRune(code: number): boolean;
}

/** Numbers of the instructions in RE2JS; those from `rune` on take a character. */
export const theirs = { alt: 1, capture: 3, emptyWidth: 4, fail: 5, match: 6, nop: 7, rune: 8, rune1: 9, any: 10, anyNotNl: 11 };

export const lastAscii = 127;
/** Columns of a look: one for each ASCII character, one for all others, one for the end of the text. As a set they are five words. */
export const beyondColumn = 128;
export const endColumn = 129;
const lookColumns = 130;
const lookWords = 5;
export const outWay = 1;
export const argWay = 2;

/** Instructions gone over to find what each choice looks ahead to, for each instruction of the program. */
const lookBudget = 16;
const newline = 10;

/** Columns of a look as a set of bits. */
type Columns = Uint32Array;

export const none: Columns = new Uint32Array(lookWords);
const all: Columns = new Uint32Array(lookWords).fill(0xffffffff);

const addColumn = (columns: Columns, column: number): void => {
  columns[column >> 5]! |= 1 << (column & 31);
};

/** Columns that each instruction takes; those of the copies of a repetition, which share their characters, once. */
export class AsciiSets {
  readonly #known = new Map<Int32Array, Columns>();
  readonly #folded = new Map<Int32Array, Columns>();
  readonly #any = new Map<number, Columns>();

  of(instruction: Instruction): Columns {
    const { op, arg, runes } = instruction;
    const isAny = op === theirs.any || op === theirs.anyNotNl;
    const ofRunes = arg === 0 ? this.#known : this.#folded;
    const known = isAny ? this.#any.get(op) : ofRunes.get(runes);
    if (known !== undefined) return known;
    const columns = new Uint32Array(lookWords);
    for (let code = 0; code <= lastAscii; code += 1) if (takes(instruction, code)) addColumn(columns, code);
    if (isAny || runes.length === 1 || runes.at(-1)! > lastAscii) addColumn(columns, beyondColumn);
    if (isAny) this.#any.set(op, columns);
    else ofRunes.set(runes, columns);
    return columns;
  }
}

function takes(instruction: Instruction, code: number): boolean {
  if (instruction.op === theirs.any) return true;
  if (instruction.op === theirs.anyNotNl) return code !== newline;
  return instruction.matchRune(code);
}

const has = (columns: Columns, column: number): boolean => ((columns[column >> 5]! >>> (column & 31)) & 1) === 1;

/** For each column its ways. */
export function tableOf(out: Columns, arg: Columns): Uint8Array {
  const table = new Uint8Array(lookColumns);
  for (let column = 0; column < lookColumns; column += 1) table[column] = (has(out, column) ? outWay : 0) | (has(arg, column) ? argWay : 0);
  return table;
}

/** Tables one behind the other, like ones once. */
export class Tables {
  readonly #places = new Map<string, number>();
  readonly #parts: Uint8Array[] = [];

  put(out: Columns, arg: Columns): number {
    const key = `${out.join()} ${arg.join()}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const at = this.#parts.length * lookColumns;
    this.#places.set(key, at);
    this.#parts.push(tableOf(out, arg));
    return at;
  }

  all(): Uint8Array {
    const whole = new Uint8Array(this.#parts.length * lookColumns);
    for (const [index, part] of this.#parts.entries()) whole.set(part, index * lookColumns);
    return whole;
  }
}

/** Which characters may come next at an instruction; past the budget, all. */
export class Looks {
  readonly #instructions: readonly Instruction[];
  readonly #seen: Int32Array;
  readonly #ascii: AsciiSets;
  #round = 0;
  #left: number;

  constructor(instructions: readonly Instruction[], ascii: AsciiSets) {
    this.#ascii = ascii;
    this.#instructions = instructions;
    this.#seen = new Int32Array(instructions.length);
    this.#left = instructions.length * lookBudget + 1024;
  }

  of(from: number): Columns {
    this.#round += 1;
    const columns = new Uint32Array(lookWords);
    const pending = [from];
    for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
      if (this.#seen[pc] === this.#round) continue;
      this.#seen[pc] = this.#round;
      this.#left -= 1;
      const instruction = this.#instructions[pc]!;
      if (instruction.op === theirs.match || this.#left < 0) return all;
      if (instruction.op === theirs.fail) continue;
      if (instruction.op < theirs.rune) {
        pending.push(instruction.out);
        if (instruction.op === theirs.alt) pending.push(instruction.arg);
        continue;
      }
      const taken = this.#ascii.of(instruction);
      for (let word = 0; word < lookWords; word += 1) columns[word]! |= taken[word]!;
    }
    return columns;
  }
}
