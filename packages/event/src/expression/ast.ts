import * as z from 'zod';

/** Test operators (catalogue 4): the `op` of a test. */
export const testOps = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'in',
  'not-in',
  'between',
  'contains',
  'not-contains',
  'contains-any',
  'contains-all',
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
  'exists',
  'not-exists',
  'is-null',
  'not-null',
  'is-empty',
  'not-empty',
  'is-true',
  'is-false',
  'within-last',
  'older-than',
  'is-type',
] as const;
export type TestOp = (typeof testOps)[number];

export const mathOps = ['+', '-', '*', '/', '%', '**'] as const;
export type MathOp = (typeof mathOps)[number];

/**
 * A constant as it is stored. A plain number is an integer when whole, else a float; whole floats, integers outside
 * ±(2^53−1), instants and durations are written in a member that names them.
 */
export type Literal =
  | null
  | boolean
  | string
  | number
  | { readonly float: string }
  | { readonly integer: string }
  | { readonly time: string }
  | { readonly duration: string };

/** `at`: offset in the text the node was read from, for messages. */
interface Placed {
  readonly at?: number | undefined;
}
export interface LiteralNode extends Placed {
  readonly literal: Literal;
}
export interface FieldNode extends Placed {
  readonly field: string;
}
export interface CallNode extends Placed {
  readonly call: string;
  readonly args: readonly Expression[];
}
export interface ListNode extends Placed {
  readonly list: readonly Expression[];
}
export interface IndexNode extends Placed {
  readonly of: Expression;
  readonly index: Expression;
}
export interface MathNode extends Placed {
  readonly math: MathOp;
  readonly left: Expression;
  readonly right: Expression;
}
export interface NegateNode extends Placed {
  readonly negate: Expression;
}
export interface AndNode extends Placed {
  readonly and: readonly Expression[];
}
export interface OrNode extends Placed {
  readonly or: readonly Expression[];
}
export interface NotNode extends Placed {
  readonly not: Expression;
}
export interface CoalesceNode extends Placed {
  readonly coalesce: readonly Expression[];
}
/** A test of a field against constants: one row of the visual form. */
export interface FieldTestNode extends Placed {
  readonly field: string;
  readonly op: TestOp;
  readonly value?: Literal | readonly Literal[] | undefined;
  readonly ignoreCase?: boolean | undefined;
}
/** A test between any two expressions: code form only. */
export interface GeneralTestNode extends Placed {
  readonly left: Expression;
  readonly op: TestOp;
  readonly right?: Expression | undefined;
  readonly ignoreCase?: boolean | undefined;
}

/** The one AST of conditions and expressions; JSON as it stands. */
export type Expression =
  | LiteralNode
  | FieldNode
  | CallNode
  | ListNode
  | IndexNode
  | MathNode
  | NegateNode
  | AndNode
  | OrNode
  | NotNode
  | CoalesceNode
  | FieldTestNode
  | GeneralTestNode;

const at = z.int().min(0).optional();
const literal = z.union([
  z.null(),
  z.boolean(),
  z.string(),
  z.number(),
  z.strictObject({ float: z.string() }),
  z.strictObject({ integer: z.string().regex(/^-?\d{1,19}$/) }),
  z.strictObject({ time: z.string() }),
  z.strictObject({ duration: z.string().regex(/^\d+(ms|s|m|h|d)$/) }),
]);
const op = z.enum(testOps);
const ignoreCase = z.boolean().optional();

/** Shape of a stored expression. Meaning (types, functions, patterns) is checked by `checkExpression`. */
export const expressionSchema: z.ZodType<Expression> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(expressionSchema).min(1).max(100), at }),
    z.strictObject({ or: z.array(expressionSchema).min(1).max(100), at }),
    z.strictObject({ not: expressionSchema, at }),
    z.strictObject({ field: z.string(), op, value: z.union([literal, z.array(literal).max(1000)]).optional(), ignoreCase, at }),
    z.strictObject({ left: expressionSchema, op, right: expressionSchema.optional(), ignoreCase, at }),
    z.strictObject({ field: z.string(), at }),
    z.strictObject({ literal, at }),
    z.strictObject({ call: z.string(), args: z.array(expressionSchema).max(500), at }),
    z.strictObject({ list: z.array(expressionSchema).max(1000), at }),
    z.strictObject({ of: expressionSchema, index: expressionSchema, at }),
    z.strictObject({ math: z.enum(mathOps), left: expressionSchema, right: expressionSchema, at }),
    z.strictObject({ negate: expressionSchema, at }),
    z.strictObject({ coalesce: z.array(expressionSchema).min(2).max(100), at }),
  ]),
);

/** What is stored for a condition or expression: the AST, the chosen form, and in code form the text as typed. */
export interface StoredExpression {
  readonly form: 'visual' | 'code';
  readonly ast: Expression;
  readonly code?: string | undefined;
}

export const storedExpressionSchema: z.ZodType<StoredExpression> = z.strictObject({
  form: z.enum(['visual', 'code']),
  ast: expressionSchema,
  code: z.string().max(4096).optional(),
});

/** Left, right and constants of a test in one shape. */
export interface TestParts {
  readonly left: Expression;
  readonly right: Expression | undefined;
}

export const isTest = (node: Expression): node is FieldTestNode | GeneralTestNode => 'op' in node;

export function testParts(node: FieldTestNode | GeneralTestNode): TestParts {
  if ('left' in node) return { left: node.left, right: node.right };
  const { value, at: place } = node;
  const left: FieldNode = { field: node.field, at: place };
  if (value === undefined) return { left, right: undefined };
  return { left, right: isLiteralList(value) ? { list: value.map((item) => ({ literal: item })) } : { literal: value } };
}

export function isLiteralList(value: Literal | readonly Literal[]): value is readonly Literal[] {
  return Array.isArray(value);
}

/** Whether the visual form can show the AST: only tests of fields against constants, `and`, `or`, `not`. */
export function isVisual(node: Expression): boolean {
  if ('and' in node) return node.and.every(isVisual);
  if ('or' in node) return node.or.every(isVisual);
  if ('not' in node) return isVisual(node.not);
  return 'op' in node && 'field' in node;
}

/** Children of a node, in the order of the text. */
export function childrenOf(node: Expression): readonly Expression[] {
  if ('and' in node) return node.and;
  if ('or' in node) return node.or;
  if ('not' in node) return [node.not];
  if ('coalesce' in node) return node.coalesce;
  if ('call' in node) return node.args;
  if ('list' in node) return node.list;
  if ('of' in node) return [node.of, node.index];
  if ('negate' in node) return [node.negate];
  if ('left' in node) return node.right === undefined ? [node.left] : [node.left, node.right];
  return [];
}

/** The single tests a condition is made of: what stands under its `and`, `or` and `not`, in the order of the text. */
export function singleTestsOf(condition: Expression): readonly Expression[] {
  if ('and' in condition) return condition.and.flatMap(singleTestsOf);
  if ('or' in condition) return condition.or.flatMap(singleTestsOf);
  return 'not' in condition ? singleTestsOf(condition.not) : [condition];
}

/** How many nodes a tree has, itself among them. */
export function nodesOf(node: Expression): number {
  return childrenOf(node).reduce((sum, child) => sum + nodesOf(child), 1);
}

/** Paths of all fields an expression reads, each once. */
export function fieldsOf(node: Expression): string[] {
  const found = new Set<string>();
  const visit = (n: Expression) => {
    if ('field' in n) found.add(n.field);
    for (const child of childrenOf(n)) visit(child);
  };
  visit(node);
  return [...found];
}
