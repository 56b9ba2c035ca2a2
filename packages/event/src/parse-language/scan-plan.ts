import { marksAfter } from './delimiters.ts';
import { parsePattern } from './parse-pattern.ts';
import type { Options, PatternField, PatternNode } from './pattern-ast.ts';
import { conversionStep, fieldSteps, type WantedType } from './scan-fields.ts';
import { isAsciiText, moving, type ScanStep } from './scan-step.ts';

/** A pattern as moves from the beginning of a text to its end. */
export interface ScanPlan {
  readonly outputs: readonly string[];
  readonly steps: readonly ScanStep[];
}

export interface ScanOptions {
  /** Zone of times that do not say theirs. */
  readonly tz: string;
  /** What a field's value is converted to, where that is asked for. */
  readonly wanted: (name: string) => WantedType | undefined;
}

/**
 * The plan of a pattern of the parse language that passed its check; undefined when a part of it needs more than bytes
 * (composites, times whose zone or year the text does not settle, odd numbers, conversions that are not plain).
 */
export function scanPlanOf(source: string, options: ScanOptions): ScanPlan | undefined {
  const nodes = parsePattern(source);
  if (!nodes.ok) return undefined;
  const planner = new Planner(options);
  return planner.sequence(nodes.value, []) ? { outputs: planner.outputs, steps: planner.steps } : undefined;
}

class Planner {
  readonly outputs: string[] = [];
  readonly steps: ScanStep[] = [];
  readonly #options: ScanOptions;
  /** Names on the way here, which may not come again: what was read must not be lost with a branch that fails later. */
  #taken: ReadonlySet<string> = new Set();
  /** Outputs from here on belong to the choice around; names of its other branches may come again. */
  #firstOfChoice = Infinity;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  /** False: a part needs more. `rest`: what follows the sequence. */
  sequence(nodes: readonly PatternNode[], rest: readonly PatternNode[]): boolean {
    return nodes.every((node, i) => this.#node(node, [...nodes.slice(i + 1), ...rest]));
  }

  #node(node: PatternNode, after: readonly PatternNode[]): boolean {
    if (node.kind === 'field') return this.#field(node, after);
    if ('branches' in node) return this.#choice(node, after);
    const step = moveStep(node);
    if (step !== undefined) this.steps.push(step);
    return step !== undefined;
  }

  /** The first branch that fits is taken for good; the last one of `either` has none behind it to go on with. */
  #choice({ kind, branches }: Extract<PatternNode, { readonly branches: unknown }>, after: readonly PatternNode[]): boolean {
    const [taken, firstAround] = [this.#taken, this.#firstOfChoice];
    const first = (this.#firstOfChoice = this.outputs.length);
    const tries: number[] = [];
    const ends: number[] = [];
    for (const [i, branch] of branches.entries()) {
      this.#taken = taken;
      const isTried = kind === 'optional' || i < branches.length - 1;
      if (isTried) tries.push(this.steps.push(moving('try')) - 1);
      if (!this.sequence(branch, after)) return false;
      if (!isTried) continue;
      ends.push(this.steps.push(moving('done')) - 1);
      this.#set(tries.at(-1)!, { to: this.steps.length });
    }
    for (const at of ends) this.#set(at, { to: this.steps.length });
    for (const at of tries) this.#set(at, { outputs: [first, this.outputs.length] });
    this.#taken = new Set([...taken, ...this.outputs.slice(first)]);
    this.#firstOfChoice = firstAround;
    return true;
  }

  #set(step: number, change: Partial<ScanStep>): void {
    this.steps[step] = { ...this.steps[step]!, ...change };
  }

  #field(field: PatternField, after: readonly PatternNode[]): boolean {
    const { name } = field;
    const known = this.outputs.indexOf(name);
    if (name === '*' || this.#taken.has(name) || (known >= 0 && known < this.#firstOfChoice)) return false;
    const marks = marksAfter(after);
    const found = fieldSteps(field, marks === 'touch' ? undefined : marks, this.#options.tz);
    if (found === undefined) return false;
    const steps = [...found.steps];
    const wanted = this.#options.wanted(name);
    if (wanted !== undefined && name !== '') {
      const converted = conversionStep(found.type, wanted, this.#options.tz);
      if (converted === undefined) return false;
      if (converted !== 'as-it-is') steps.push(converted);
    }
    const last = steps.pop()!;
    const output = name === '' ? -1 : known >= 0 ? known : this.outputs.push(name) - 1;
    this.steps.push(...steps, { ...last, output });
    if (name !== '') this.#taken = new Set([...this.#taken, name]);
    return true;
  }
}

function moveStep(node: Exclude<PatternNode, PatternField | { readonly branches: unknown }>): ScanStep | undefined {
  const { options } = node as { readonly options?: Options };
  const text = node.kind === 'literal' ? node.text : String(options?.get('value') ?? options?.get('') ?? '');
  if (!text.isWellFormed()) return undefined;
  switch (node.kind) {
    case 'literal':
      return moving('literal', { texts: [text] });
    case 'space':
      return moving('blanks');
    case 'newline':
      return moving('newline');
    case 'any':
      return moving('rest');
    case 'skip': {
      const count = options!.get('');
      return isCount(count) ? moving('take', { min: count }) : undefined;
    }
    case 'until':
      return text === '' ? undefined : moving(options!.get('include') === false ? 'past' : 'behind', { texts: [text] });
    case 'while': {
      const min = options!.get('min') ?? 0;
      const max = options!.get('max') ?? countMax;
      if (!isCount(min) || !isCount(max)) return undefined;
      const chars = options!.get('chars');
      if (chars === undefined) return text === '' ? undefined : moving('repeat', { texts: [text], min, max });
      return isAsciiText(String(chars)) ? moving('set', { texts: [String(chars)], min, max }) : undefined;
    }
  }
}

const countMax = 0x7fff_ffff;
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= countMax;
