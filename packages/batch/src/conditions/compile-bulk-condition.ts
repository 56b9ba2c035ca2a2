import { isAscii } from 'node:buffer';
import {
  Float,
  foldCase,
  isTest,
  literalValue,
  parseCidr,
  parsePath,
  positiveOf,
  testParts,
  type Expression,
  type FieldValue,
  type TestOp,
} from '@acequia/event';
import { markContaining } from '../kernels/contains-column.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { TableView } from '../table-view.ts';
import type { BatchView, Slot, SlotTable } from '../view.ts';
import {
  anyOf,
  containsNothing,
  endsWith,
  endsWithFolded,
  equalsFolded,
  equalsOneOf,
  exists,
  inBlocks,
  isBoolean,
  isEmpty,
  isNull,
  numberTest,
  startsWith,
  startsWithFolded,
  testColumn,
  truth,
  type CellTest,
} from './cell-tests.ts';

const { no, yes, unknown } = truth;

/** Truth of a condition for `view.rows[0 …]`; `unknown` is to be found out row by row. */
export type BulkCondition = (view: BatchView) => Uint8Array;

type Truths = (view: TableView) => Uint8Array;

interface Scope {
  readonly slots: SlotTable;
  readonly kernels?: Kernels | undefined;
}

/**
 * A checked condition as tests of whole columns, over bytes where they lie; undefined when a part of it needs values
 * (expressions, patterns, internal fields, references into a value …). Never fails.
 */
export function compileBulkCondition(ast: Expression, scope: Scope): BulkCondition | undefined {
  const truths = truthsOf(ast, scope);
  return truths && ((view) => (view instanceof TableView ? truths(view) : new Uint8Array(view.count).fill(unknown)));
}

function truthsOf(ast: Expression, scope: Scope): Truths | undefined {
  if ('and' in ast) return joined(ast.and, scope, no, yes);
  if ('or' in ast) return joined(ast.or, scope, yes, no);
  if ('not' in ast) return negated(truthsOf(ast.not, scope));
  if (!isTest(ast)) return undefined;
  const positive = positiveOf[ast.op];
  if (positive !== undefined) return negated(truthsOf({ ...ast, op: positive }, scope));
  if (ast.op === 'contains-any' || ast.op === 'contains-all') return containingMany(ast, scope);
  const folds = ast.ignoreCase === true;
  const { left, right } = testParts(ast);
  const slot = 'field' in left && !isTest(left) ? slotOf(left.field, scope.slots) : undefined;
  const values = right === undefined ? [] : valuesOf(right);
  if (slot === undefined || values === undefined) return undefined;
  return ast.op === 'contains' ? containing(slot, values, folds, scope.kernels) : simpleTest(ast.op, slot, values, folds);
}

/** Parts of `and` and `or`: `ends` settles it, whatever is not known elsewhere. */
function joined(parts: readonly Expression[], scope: Scope, ends: number, neutral: number): Truths | undefined {
  const all: Truths[] = [];
  for (const part of parts) {
    const truths = truthsOf(part, scope);
    if (truths === undefined) return undefined;
    all.push(truths);
  }
  return (view) => {
    const result = new Uint8Array(view.count).fill(neutral);
    for (const truths of all) {
      const own = truths(view);
      for (let i = 0; i < result.length; i++) if (result[i] !== ends && own[i] !== neutral) result[i] = own[i]!;
    }
    return result;
  };
}

function negated(truths: Truths | undefined): Truths | undefined {
  return (
    truths &&
    ((view) => {
      const result = truths(view);
      for (let i = 0; i < result.length; i++) if (result[i] !== unknown) result[i] = 1 - result[i]!;
      return result;
    })
  );
}

function slotOf(reference: string, slots: SlotTable): Slot | undefined {
  const path = parsePath(reference);
  const plain = path.ok && path.value.names.length === 1 && path.value.steps.length === 0 && !path.value.each;
  return plain && !reference.startsWith('_') ? slots.slot(reference) : undefined;
}

function valuesOf(right: Expression): readonly FieldValue[] | undefined {
  const items = 'list' in right ? right.list : [right];
  const values: FieldValue[] = [];
  for (const item of items) {
    const value = 'literal' in item ? literalValue(item.literal) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

/** The kernel compares letter by letter at each place; longer texts are searched for row by row, in linear time. */
const searchedMax = 64;

function containing(slot: Slot, values: readonly FieldValue[], folds: boolean, kernels: Kernels | undefined): Truths | undefined {
  const [text] = values;
  if (kernels === undefined || values.length !== 1 || typeof text !== 'string' || text === '') return undefined;
  const bytes = bytesOf(text, folds);
  if (bytes === undefined || bytes.length > searchedMax) return undefined;
  return (view) => {
    const truths = testColumn(view, slot, no, containsNothing);
    markContaining(kernels, view, slot, { bytes, folds }, truths);
    return truths;
  };
}

/** Each text of the list by itself. */
function containingMany(ast: Expression & { readonly op: TestOp }, scope: Scope): Truths | undefined {
  const wanted: unknown = 'value' in ast ? ast.value : undefined;
  if (!Array.isArray(wanted) || wanted.length === 0) return undefined;
  const parts = wanted.map((value: unknown) => ({ ...ast, op: 'contains', value }) as Expression);
  return ast.op === 'contains-any' ? joined(parts, scope, yes, no) : joined(parts, scope, no, yes);
}

function simpleTest(op: TestOp, slot: Slot, values: readonly FieldValue[], folds: boolean): Truths | undefined {
  if (op === 'between') return betweenTest(slot, values);
  const test = folds && foldable.has(op) ? foldedTest(op, values) : cellTest(op, values);
  const missing = op === 'is-null' || op === 'is-empty' ? yes : no;
  return test && ((view) => testColumn(view, slot, missing, test));
}

/** Tests that letters matter to. */
const foldable: ReadonlySet<TestOp> = new Set(['eq', 'in', 'starts-with', 'ends-with']);

function foldedTest(op: TestOp, values: readonly FieldValue[]): CellTest | undefined {
  const test = op === 'starts-with' ? startsWithFolded : op === 'ends-with' ? endsWithFolded : equalsFolded;
  const tests: CellTest[] = [];
  for (const value of values) {
    const bytes = typeof value === 'string' ? bytesOf(value, true) : undefined;
    if (bytes === undefined) return undefined;
    tests.push(test(bytes));
  }
  return tests.length === 0 ? undefined : tests.length === 1 ? tests[0] : anyOf(tests);
}

/** Undefined: more than bytes decide; folded texts must be ASCII. */
function bytesOf(text: string, folds: boolean): Uint8Array | undefined {
  if (!text.isWellFormed()) return undefined;
  const bytes = Buffer.from(folds ? foldCase(text) : text);
  return folds && !isAscii(bytes) ? undefined : bytes;
}

function betweenTest(slot: Slot, [low, high]: readonly FieldValue[]): Truths | undefined {
  const [from, to] = [numberOf(low), numberOf(high)];
  if (from === undefined || to === undefined) return undefined;
  const test = numberTest((value) => value >= from && value <= to);
  return (view) => testColumn(view, slot, no, test);
}

function cellTest(op: TestOp, values: readonly FieldValue[]): CellTest | undefined {
  const [value] = values;
  const number = numberOf(value);
  switch (op) {
    case 'eq':
      return typeof value === 'boolean' ? isBoolean(value) : oneOf(values);
    case 'in':
      return values.length === 0 ? undefined : oneOf(values);
    case 'starts-with':
      return isText(value) ? startsWith(Buffer.from(value)) : undefined;
    case 'ends-with':
      return isText(value) ? endsWith(Buffer.from(value)) : undefined;
    case 'lt':
      return number === undefined ? undefined : numberTest((own) => own < number);
    case 'le':
      return number === undefined ? undefined : numberTest((own) => own <= number);
    case 'gt':
      return number === undefined ? undefined : numberTest((own) => own > number);
    case 'ge':
      return number === undefined ? undefined : numberTest((own) => own >= number);
    case 'in-cidr':
      return blocksTest(values);
    case 'exists':
      return exists;
    case 'is-null':
      return isNull;
    case 'is-empty':
      return isEmpty;
    case 'is-true':
      return isBoolean(true);
    case 'is-false':
      return isBoolean(false);
    default:
      return undefined;
  }
}

/** Equal to one of the values, all texts or all numbers. */
function oneOf(values: readonly FieldValue[]): CellTest | undefined {
  if (values.every(isText)) return equalsOneOf(values.map((text) => Buffer.from(text)));
  const numbers = values.map(numberOf);
  if (numbers.includes(undefined)) return undefined;
  const known = new Set(numbers);
  return numberTest((value) => known.has(value));
}

function blocksTest(values: readonly FieldValue[]): CellTest | undefined {
  const blocks = [];
  for (const value of values) {
    const cidr = typeof value === 'string' ? parseCidr(value) : undefined;
    if (cidr?.version !== 4) return undefined;
    blocks.push({ base: Number(cidr.base), bits: cidr.bits });
  }
  return inBlocks(blocks);
}

const isText = (value: FieldValue | undefined): value is string => typeof value === 'string' && value.isWellFormed();
/** Undefined: no number, or one that a double does not hold. */
const numberOf = (value: FieldValue | undefined): number | undefined =>
  typeof value === 'number' ? value : value instanceof Float ? value.value : undefined;
