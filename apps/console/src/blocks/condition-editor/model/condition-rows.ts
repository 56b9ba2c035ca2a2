import {
  isVisual,
  numberLiteral,
  operatorOf,
  typeOfField,
  type Expression,
  type FieldSet,
  type FieldTestNode,
  type KnownType,
  type Literal,
  type TestOp,
} from '@acequia/event';

/** A group of rows of the visual form: all or any of its members must hold. */
export interface Group {
  readonly join: 'and' | 'or';
  readonly members: readonly Member[];
}
/** `not`: the row or group must not hold. */
export interface Member {
  readonly not: boolean;
  readonly item: Row | Group;
}
export interface Row {
  readonly field: string;
  readonly op: TestOp;
  /** As typed; several values are several entries. */
  readonly values: readonly string[];
  readonly ignoreCase: boolean;
  /** The stored test it shows: as long as nothing of it is changed, its constants keep their types. */
  readonly from?: FieldTestNode | undefined;
}

export const isGroup = (item: Row | Group): item is Group => 'join' in item;
export const emptyRow: Row = { field: '', op: 'eq', values: [''], ignoreCase: false };

/** The rows of an AST the visual form can show; undefined when it cannot. */
export function groupOf(ast: Expression): Group | undefined {
  if (!isVisual(ast)) return undefined;
  if ('and' in ast) return { join: 'and', members: ast.and.map(memberOf) };
  if ('or' in ast) return { join: 'or', members: ast.or.map(memberOf) };
  return { join: 'and', members: [memberOf(ast)] };
}

function memberOf(ast: Expression): Member {
  if ('not' in ast) {
    const inner = memberOf(ast.not);
    return { ...inner, not: !inner.not };
  }
  if ('and' in ast || 'or' in ast) return { not: false, item: groupOf(ast)! };
  return { not: false, item: rowOf(ast as FieldTestNode) };
}

function rowOf(test: FieldTestNode): Row {
  const { value } = test;
  const values =
    value === undefined ? [] : Array.isArray(value) ? (value as readonly Literal[]).map(literalText) : [literalText(value as Literal)];
  return { field: test.field, op: test.op, values, ignoreCase: test.ignoreCase === true, from: test };
}

/** The stored test of a row that still shows it. */
function untouched(row: Row): FieldTestNode | undefined {
  if (row.from === undefined) return undefined;
  const shown = rowOf(row.from);
  const same =
    shown.field === row.field &&
    shown.op === row.op &&
    shown.ignoreCase === row.ignoreCase &&
    shown.values.length === row.values.length &&
    shown.values.every((text, index) => text === row.values[index]);
  return same ? row.from : undefined;
}

function literalText(literal: Literal): string {
  if (literal === null || typeof literal !== 'object') return String(literal);
  return 'float' in literal ? literal.float : 'integer' in literal ? literal.integer : 'time' in literal ? literal.time : literal.duration;
}

/** The AST of the rows as typed; values take the type of their field. */
export function astOf(group: Group, fields: FieldSet | undefined): Expression {
  const members = group.members.map(({ not, item }): Expression => {
    const ast = isGroup(item) ? astOf(item, fields) : testOf(item, fields);
    return not ? { not: ast } : ast;
  });
  if (members.length === 1) return members[0]!;
  return group.join === 'and' ? { and: members } : { or: members };
}

function testOf(row: Row, fields: FieldSet | undefined): FieldTestNode {
  const kept = untouched(row);
  if (kept) return kept;
  const type = fields ? typeOfField(fields, row.field) : undefined;
  const operator = operatorOf(row.op);
  const literals = row.values.map((text) => literalOf(text, type, row.op));
  const several = operator.right === 'list' || operator.right === 'two' || (operator.right === 'list-or-one' && literals.length > 1);
  return {
    field: row.field,
    op: row.op,
    ...(operator.right === 'none' ? {} : { value: several ? literals : (literals[0] ?? '') }),
    ...(row.ignoreCase && operator.ignoreCase ? { ignoreCase: true } : {}),
  };
}

/** A typed text as the constant that fits the field; without a known type, what it looks like. */
export function literalOf(text: string, type: KnownType | undefined, op: TestOp): Literal {
  if (op === 'within-last' || op === 'older-than') return { duration: text.trim() };
  if (op === 'is-type' || textOps.has(op)) return text;
  const element = type?.startsWith('list<') ? type.slice(5, -1) : type;
  if (element === 'string') return text;
  if (element === 'timestamp') return { time: text.trim() };
  if (element === 'boolean' || element === undefined || element === 'unknown' || element === 'json') {
    if (text === 'true') return true;
    if (text === 'false') return false;
    if (element === 'boolean') return text;
  }
  return (/^-?\d+(\.\d+)?$/.test(text.trim()) ? numberLiteral(text.trim()) : undefined) ?? text;
}

const textOps: ReadonlySet<TestOp> = new Set<TestOp>([
  'starts-with',
  'not-starts-with',
  'ends-with',
  'not-ends-with',
  'matches',
  'not-matches',
  'like',
  'not-like',
  'in-cidr',
  'not-in-cidr',
]);

const scalarOps: readonly TestOp[] = ['eq', 'ne'];
const orderOps: readonly TestOp[] = ['lt', 'le', 'gt', 'ge', 'between'];
const presenceOps: readonly TestOp[] = ['exists', 'not-exists', 'is-null', 'not-null'];
const emptyOps: readonly TestOp[] = ['is-empty', 'not-empty'];
const listOps: readonly TestOp[] = ['contains', 'not-contains', 'contains-any', 'contains-all'];
const wordOps: readonly TestOp[] = [
  'starts-with',
  'not-starts-with',
  'ends-with',
  'not-ends-with',
  'matches',
  'not-matches',
  'like',
  'not-like',
  'in-cidr',
  'not-in-cidr',
];

/** The operators of catalogue 4.2 that make sense for a field of this type. */
export function opsFor(type: KnownType | undefined): readonly TestOp[] {
  switch (type) {
    case 'string':
      return [...scalarOps, 'in', 'not-in', ...listOps, ...wordOps, 'lt', 'le', 'gt', 'ge', ...presenceOps, ...emptyOps];
    case 'integer':
    case 'float':
      return [...scalarOps, ...orderOps, 'in', 'not-in', ...presenceOps];
    case 'timestamp':
      return ['within-last', 'older-than', ...scalarOps, ...orderOps, ...presenceOps];
    case 'boolean':
      return ['is-true', 'is-false', ...scalarOps, ...presenceOps];
    case 'json':
      return [...listOps, 'is-type', ...presenceOps, ...emptyOps, ...scalarOps];
    case undefined:
    case 'unknown':
      return [
        ...scalarOps,
        ...orderOps,
        'in',
        'not-in',
        ...listOps,
        ...wordOps,
        'within-last',
        'older-than',
        'is-true',
        'is-false',
        'is-type',
        ...presenceOps,
        ...emptyOps,
      ];
    default:
      return [...listOps, ...scalarOps, ...presenceOps, ...emptyOps];
  }
}

/** Whether a row is filled in. */
export const complete = (row: Row): boolean =>
  untouched(row) !== undefined ||
  (row.field !== '' && (operatorOf(row.op).right === 'none' || (row.values.length > 0 && row.values.every((text) => text !== ''))));
