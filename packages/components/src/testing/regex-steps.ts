/** What a matcher that goes back does at one place; jumps are relative to it. */
type Instruction =
  | { readonly kind: 'unit'; readonly has: (unit: number) => boolean }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'look'; readonly program: Program; readonly behind: number | undefined; readonly isNegative: boolean }
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'found' };
type Program = readonly Instruction[];
type Edge = 'start' | 'end' | 'word' | 'inside';

interface Meter {
  readonly most: number;
  steps: number;
}

/** The engine's own, which `withStepLimit` replaces for a while. */
const engineExec = RegExp.prototype.exec;
const programs = new WeakMap<RegExp, Program>();
const sets = new Map<string, (unit: number) => boolean>();
const signs = '\\^$.*+?()[]{}|/';

/** A pattern took more steps than it may. */
class StepLimitError extends Error {}

/**
 * Runs with every regular expression metered. Throws `StepLimitError`, with the pattern, where one search would take more
 * than `most` steps of a matcher that goes back.
 */
export function withStepLimit<T>(most: number, run: () => T): T {
  const metered = function (this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    if (countSteps(this, text, from, most) > most) throw new StepLimitError(`${this.source} at ${from} of ${text.length}`);
    return engineExec.call(this, text);
  };
  const put = (value: unknown) => Reflect.defineProperty(RegExp.prototype, 'exec', { value, configurable: true, writable: true });
  put(metered);
  try {
    return run();
  } finally {
    put(engineExec);
  }
}

/**
 * Steps that a matcher that goes back takes to search a text from a place, counted up to one more than `most`. Throws for
 * back references, for loops whose body may be empty and for looks behind of no fixed length, which it does not know.
 */
export function countSteps(regex: RegExp, text: string, from: number, most: number): number {
  const program = programOf(regex);
  const meter: Meter = { most, steps: 0 };
  for (let at = from; at <= text.length; at++) if (run(program, text, at, meter) !== undefined || regex.sticky || meter.steps > most) break;
  return meter.steps;
}

function programOf(regex: RegExp): Program {
  const known = programs.get(regex);
  if (known) return known;
  const compiler = new Compiler(regex.source, `${regex.ignoreCase ? 'i' : ''}${regex.dotAll ? 's' : ''}${regex.unicode ? 'u' : ''}`);
  const program: Program = [...compiler.choice(), { kind: 'found' }];
  if (compiler.at < regex.source.length || regex.multiline) throw new Error(`not read: ${String(regex)}`);
  programs.set(regex, program);
  return program;
}

/** Where the program ends when it begins at `at`; undefined when it does not fit or took too many steps. */
function run(program: Program, text: string, at: number, meter: Meter): number | undefined {
  const back: number[] = [];
  let [place, pos] = [0, at];
  for (;;) {
    if (++meter.steps > meter.most) return undefined;
    const step = program[place]!;
    let fits = true;
    if (step.kind === 'found') return pos;
    if (step.kind === 'jump') place += step.to;
    else if (step.kind === 'split') {
      back.push(place + step.second, pos);
      place += step.first;
    } else {
      if (step.kind === 'unit') fits = pos < text.length && step.has(text.charCodeAt(pos));
      else fits = step.kind === 'edge' ? isAt(step.edge, text, pos) : holds(step, text, pos, meter);
      if (fits && step.kind === 'unit') pos++;
      place++;
    }
    if (fits) continue;
    const [lastPos, lastPlace] = [back.pop(), back.pop()];
    if (lastPos === undefined || lastPlace === undefined) return undefined;
    [place, pos] = [lastPlace, lastPos];
  }
}

function holds(look: Extract<Instruction, { readonly kind: 'look' }>, text: string, at: number, meter: Meter): boolean {
  const start = at - (look.behind ?? 0);
  return (start >= 0 && run(look.program, text, start, meter) !== undefined) !== look.isNegative;
}

function isAt(edge: Edge, text: string, at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === text.length;
  const isWord = (index: number) => index >= 0 && index < text.length && setOf(String.raw`\w`, '')(text.charCodeAt(index));
  return (isWord(at - 1) !== isWord(at)) === (edge === 'word');
}

/** Whether a unit is one of a class of characters, as the engine itself reads the class. */
function setOf(source: string, flags: string): (unit: number) => boolean {
  const key = `${flags}/${source}`;
  const known = sets.get(key);
  if (known) return known;
  const one = new RegExp(`^(?:${source})$`, flags);
  const seen = new Uint8Array(65_536);
  const has = (unit: number): boolean => {
    if (seen[unit] === 0) seen[unit] = engineExec.call(one, String.fromCharCode(unit)) === null ? 1 : 2;
    return seen[unit] === 2;
  };
  sets.set(key, has);
  return has;
}

/** Reads the source of a pattern to a program. */
class Compiler {
  readonly #source: string;
  readonly #flags: string;
  at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  choice(): Program {
    const branches = [this.#sequence()];
    while (this.#source[this.at] === '|') {
      this.at++;
      branches.push(this.#sequence());
    }
    return branches.reduceRight((rest, branch) => [
      { kind: 'split', first: 1, second: branch.length + 2 },
      ...branch,
      { kind: 'jump', to: rest.length + 1 },
      ...rest,
    ]);
  }

  #sequence(): Program {
    const parts: Instruction[] = [];
    while (this.at < this.#source.length && this.#source[this.at] !== '|' && this.#source[this.at] !== ')')
      parts.push(...this.#repeated(this.#atom()));
    return parts;
  }

  #atom(): Program {
    const sign = this.#source[this.at]!;
    if (sign === '(') return this.#group();
    if (sign === '[') return this.#unit(this.#endOfClass());
    if (sign === '\\') return this.#escape();
    this.at++;
    if (sign === '^') return [{ kind: 'edge', edge: 'start' }];
    if (sign === '$') return [{ kind: 'edge', edge: 'end' }];
    const source = sign !== '.' && signs.includes(sign) ? `\\${sign}` : sign;
    return [{ kind: 'unit', has: setOf(source, this.#flags) }];
  }

  #unit(end: number): Program {
    const source = this.#source.slice(this.at, end);
    this.at = end;
    return [{ kind: 'unit', has: setOf(source, this.#flags) }];
  }

  #endOfClass(): number {
    let end = this.at + 1;
    for (; this.#source[end] !== ']'; end++) if (this.#source[end] === '\\') end++;
    return end + 1;
  }

  #escape(): Program {
    const letter = this.#source[this.at + 1] ?? '';
    if (letter === 'b' || letter === 'B') {
      this.at += 2;
      return [{ kind: 'edge', edge: letter === 'b' ? 'word' : 'inside' }];
    }
    if (letter === 'k' || (letter >= '1' && letter <= '9')) throw new Error(`a back reference: ${this.#source}`);
    const isBraced = this.#source[this.at + 2] === '{' && 'upP'.includes(letter);
    if (isBraced) return this.#unit(this.#source.indexOf('}', this.at) + 1);
    return this.#unit(this.at + (letter === 'x' ? 4 : letter === 'u' ? 6 : 2));
  }

  #group(): Program {
    const head = this.#source.slice(this.at, this.at + 4);
    const isBehind = head.startsWith('(?<=') || head.startsWith('(?<!');
    const isLook = isBehind || head.startsWith('(?=') || head.startsWith('(?!');
    if (isLook) this.at += isBehind ? 4 : 3;
    else if (head.startsWith('(?<')) this.at = this.#source.indexOf('>', this.at) + 1;
    else if (head.startsWith('(?:')) this.at += 3;
    else this.at++;
    const body = this.choice();
    this.at++;
    if (!isLook) return body;
    if (isBehind && body.some(({ kind }) => kind !== 'unit')) throw new Error(`a look behind of no fixed length: ${this.#source}`);
    const isNegative = head[isBehind ? 3 : 2] === '!';
    return [{ kind: 'look', program: [...body, { kind: 'found' }], behind: isBehind ? body.length : undefined, isNegative }];
  }

  #repeated(body: Program): Program {
    const counts = this.#counts();
    if (!counts) return body;
    const [min, max] = counts;
    const isLazy = this.#source[this.at] === '?';
    if (isLazy) this.at++;
    const split = (behind: number): Instruction =>
      isLazy ? { kind: 'split', first: behind, second: 1 } : { kind: 'split', first: 1, second: behind };
    const needed = Array.from({ length: min }, () => body).flat();
    if (max === Infinity) {
      if (mayBeEmpty(body, 0)) throw new Error(`a loop whose body may be empty: ${this.#source}`);
      return [...needed, split(body.length + 2), ...body, { kind: 'jump', to: -body.length - 1 }];
    }
    let further: Program = [];
    for (let count = min; count < max; count++) further = [split(1 + body.length + further.length), ...body, ...further];
    return [...needed, ...further];
  }

  /** How often what stands before is repeated; undefined where it is not. */
  #counts(): readonly [min: number, max: number] | undefined {
    const sign = this.#source[this.at];
    if (sign === '*' || sign === '+' || sign === '?') {
      this.at++;
      return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity];
    }
    const end = this.#source.indexOf('}', this.at);
    if (sign !== '{' || end < 0) return undefined;
    const [least = '', most] = this.#source.slice(this.at + 1, end).split(',');
    if (least === '' || Number.isNaN(Number(least)) || Number.isNaN(Number(most ?? '0'))) return undefined;
    this.at = end + 1;
    return [Number(least), most === undefined ? Number(least) : most === '' ? Infinity : Number(most)];
  }
}

/** Whether the end can be reached from a place without a unit of text. */
function mayBeEmpty(program: Program, place: number): boolean {
  const step = program[place];
  if (step === undefined) return true;
  if (step.kind === 'unit' || step.kind === 'found') return false;
  if (step.kind === 'jump') return step.to > 0 && mayBeEmpty(program, place + step.to);
  if (step.kind === 'split') return mayBeEmpty(program, place + step.first) || mayBeEmpty(program, place + step.second);
  return mayBeEmpty(program, place + 1);
}
