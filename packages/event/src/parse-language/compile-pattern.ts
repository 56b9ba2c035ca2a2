import { err, ok, type Result } from '@acequia/base';
import { spendRun } from '../expression/steps.ts';
import { expecting, expectingText } from '../expected.ts';
import { cleanName } from '../names.ts';
import type { Member, ParseFault, ShapeOptions } from '../shapes/shape.ts';
import type { FieldType } from '../values.ts';
import { fail, type Cursor, type Step } from './cursor.ts';
import { delimiterAfter, type Delimiter } from './delimiters.ts';
import { prepareField, type PreparedField } from './field-readers.ts';
import { parsePattern } from './parse-pattern.ts';
import type { PatternFault, PatternField, PatternNode } from './pattern-ast.ts';
import { operatorStep } from './operator-steps.ts';

export interface PatternOutput {
  readonly name: string;
  readonly type: FieldType | 'unknown';
}

/** A compiled pattern of the parse language. */
export interface CompiledPattern {
  readonly outputs: readonly PatternOutput[];
  /** There may be further outputs, whose names come from data. */
  readonly open: boolean;
  /** Reads a text; all fields or a fault. Time is linear in the text; branches that are tried in vain count among the steps of the run. */
  parse(text: string, options?: ShapeOptions): Result<readonly Member[], ParseFault>;
}

/** Steps of trying a branch that does not fit, beside one for each character it went over. */
const branchSteps = 10;

class Refused extends Error {
  readonly fault: PatternFault;
  constructor(code: PatternFault['code'], offset: number, detail: string) {
    super(code);
    this.fault = { code, offset, detail };
  }
}

/** Compiles a pattern (catalogue 5). */
export function compilePattern(source: string): Result<CompiledPattern, PatternFault> {
  const nodes = parsePattern(source);
  if (!nodes.ok) return nodes;
  try {
    const builder = new Builder();
    const step = builder.sequence(nodes.value, []);
    return ok({ outputs: builder.outputs, open: builder.open, parse: (text, options = {}) => run(step, text, options) });
  } catch (error) {
    if (error instanceof Refused) return err(error.fault);
    throw error;
  }
}

const thePattern = expecting('EXPECTED_PATTERN');

function run(step: Step, text: string, shape: ShapeOptions): Result<readonly Member[], ParseFault> {
  const cursor: Cursor = { text, shape, at: 0, found: [], fault: undefined };
  if (!step(cursor)) return err(cursor.fault ?? { code: 'PARSE_NO_MATCH', offset: cursor.at, field: '', expected: thePattern });
  if (cursor.at < text.length) return err({ code: 'PARSE_TRAILING', offset: cursor.at, field: '' });
  const members = new Map<string, Member>();
  for (const member of cursor.found) if (member[1] !== null || !members.has(member[0])) members.set(member[0], member);
  return ok([...members.values()]);
}

class Builder {
  readonly outputs: PatternOutput[] = [];
  open = false;

  /** `rest`: what follows the sequence, for fields at its end. */
  sequence(nodes: readonly PatternNode[], rest: readonly PatternNode[]): Step {
    const steps = nodes.map((node, i) => this.step(node, [...nodes.slice(i + 1), ...rest]));
    return (cursor) => {
      for (const step of steps) if (!step(cursor)) return false;
      return true;
    };
  }

  step(node: PatternNode, after: readonly PatternNode[]): Step {
    switch (node.kind) {
      case 'literal': {
        const { text } = node;
        const expected = expectingText(text);
        return (cursor) => {
          if (!cursor.text.startsWith(text, cursor.at))
            return fail(cursor, { code: 'PARSE_NO_MATCH', offset: cursor.at, field: '', expected });
          cursor.at += text.length;
          return true;
        };
      }
      case 'field':
        return this.field(node, after);
      case 'optional':
      case 'either':
        return this.choice(node, after);
      default:
        return operatorStep(node);
    }
  }

  choice(node: Extract<PatternNode, { readonly branches: unknown }>, after: readonly PatternNode[]): Step {
    const branches = node.branches.map((branch) => {
      const first = this.outputs.length;
      const step = this.sequence(branch, after);
      return { step, outputs: this.outputs.slice(first) };
    });
    const nulls = branches.flatMap(({ outputs }) => outputs).map(({ name }) => [name, null] as const);
    const optional = node.kind === 'optional';
    return (cursor) => {
      const { at } = cursor;
      const count = cursor.found.length;
      for (const { step } of branches) {
        cursor.found.push(...nulls);
        const before = cursor.fault;
        cursor.fault = undefined;
        const fits = step(cursor);
        const reached = (cursor.fault as ParseFault | undefined)?.offset ?? at;
        if (before !== undefined && (cursor.fault === undefined || before.offset > reached)) cursor.fault = before;
        if (fits) return true;
        spendRun(branchSteps + reached - at);
        cursor.at = at;
        cursor.found.length = count;
      }
      if (optional) cursor.found.push(...nulls);
      return optional;
    };
  }

  field(node: PatternField, after: readonly PatternNode[]): Step {
    const prepared = prepareField(node);
    if (!prepared.ok) throw new Refused('PATTERN_OPTION', node.at, prepared.error);
    const { read, closed, quote } = prepared.value;
    const delimiter = closed ? undefined : this.delimiter(node, after);
    this.declare(node, prepared.value);
    const { name } = node;
    const prefix = name === '*' || name === '' ? '' : `${name}.`;
    return (cursor) => {
      const end = delimiter === undefined ? cursor.text.length : delimiter.find(cursor.text, cursor.at, quote);
      if (end < 0) return fail(cursor, { code: 'PARSE_NO_MATCH', offset: cursor.text.length, field: name, expected: delimiter!.expected });
      const result = read(cursor.text, cursor.at, end, cursor.shape);
      if (!result.ok) return fail(cursor, result.error);
      cursor.at = result.value.end;
      if (name === '') return true;
      const { members, value } = result.value;
      if (members === undefined) cursor.found.push([name, value ?? null]);
      else members.forEach(([key, member], i) => cursor.found.push([prefix + cleanName(key, i + 1), member]));
      return true;
    };
  }

  delimiter(node: PatternField, after: readonly PatternNode[]): Delimiter | undefined {
    const delimiter = delimiterAfter(after);
    if (delimiter === 'end') return undefined;
    if (delimiter === 'touch') throw new Refused('PATTERN_TOUCH', node.at, node.name);
    if (node.type === 'csv' && delimiter.only === String(node.options.get('separator') ?? ','))
      throw new Refused('PATTERN_OPTION', node.at, 'totalColumns');
    return delimiter;
  }

  declare(node: PatternField, prepared: PreparedField): void {
    if (node.name === '') return;
    this.open ||= prepared.open;
    if (prepared.memberNames === undefined) this.outputs.push({ name: node.name, type: prepared.type });
    else
      for (const member of prepared.memberNames)
        this.outputs.push({ name: (node.name === '*' ? '' : `${node.name}.`) + cleanName(member.name, 1), type: member.type });
  }
}
