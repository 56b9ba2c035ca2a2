import type { TestOp } from './ast.ts';

/** What stands to the right of an operator in code. */
export type RightSide = 'one' | 'list' | 'list-or-one' | 'two' | 'none';

export interface Operator {
  readonly op: TestOp;
  readonly code: string;
  readonly right: RightSide;
  /** Another spelling that is read, never printed. */
  readonly reads?: string;
  readonly ignoreCase?: true;
}

/** Every operator once: its id, its words, its right side (catalogue 4.1, 4.2). */
export const operators: readonly Operator[] = [
  { op: 'eq', code: '==', reads: 'equals', right: 'one', ignoreCase: true },
  { op: 'ne', code: '!=', reads: 'does not equal', right: 'one', ignoreCase: true },
  { op: 'le', code: '<=', right: 'one' },
  { op: 'lt', code: '<', right: 'one' },
  { op: 'ge', code: '>=', right: 'one' },
  { op: 'gt', code: '>', right: 'one' },
  { op: 'in-cidr', code: 'in cidr', right: 'list-or-one' },
  { op: 'not-in-cidr', code: 'not in cidr', right: 'list-or-one' },
  { op: 'in', code: 'in', right: 'list', ignoreCase: true },
  { op: 'not-in', code: 'not in', right: 'list', ignoreCase: true },
  { op: 'between', code: 'between', right: 'two' },
  { op: 'contains-any', code: 'contains any of', right: 'list-or-one', ignoreCase: true },
  { op: 'contains-all', code: 'contains all of', right: 'list-or-one', ignoreCase: true },
  { op: 'contains', code: 'contains', right: 'one', ignoreCase: true },
  { op: 'not-contains', code: 'does not contain', right: 'one', ignoreCase: true },
  { op: 'starts-with', code: 'starts with', right: 'one', ignoreCase: true },
  { op: 'not-starts-with', code: 'does not start with', right: 'one', ignoreCase: true },
  { op: 'ends-with', code: 'ends with', right: 'one', ignoreCase: true },
  { op: 'not-ends-with', code: 'does not end with', right: 'one', ignoreCase: true },
  { op: 'matches', code: 'matches', right: 'one', ignoreCase: true },
  { op: 'not-matches', code: 'does not match', right: 'one', ignoreCase: true },
  { op: 'like', code: 'like', right: 'one', ignoreCase: true },
  { op: 'not-like', code: 'not like', right: 'one', ignoreCase: true },
  { op: 'is-type', code: 'is type', right: 'one' },
  { op: 'within-last', code: 'within last', right: 'one' },
  { op: 'older-than', code: 'older than', right: 'one' },
  { op: 'not-exists', code: 'does not exist', right: 'none' },
  { op: 'exists', code: 'exists', right: 'none' },
  { op: 'not-null', code: 'is not null', right: 'none' },
  { op: 'is-null', code: 'is null', right: 'none' },
  { op: 'not-empty', code: 'is not empty', right: 'none' },
  { op: 'is-empty', code: 'is empty', right: 'none' },
  { op: 'is-true', code: 'is true', right: 'none' },
  { op: 'is-false', code: 'is false', right: 'none' },
];

const byOp = new Map(operators.map((operator) => [operator.op, operator]));

export const operatorOf = (op: TestOp): Operator => byOp.get(op)!;

/** The positive operator of a negated one. */
export const positiveOf: Readonly<Partial<Record<TestOp, TestOp>>> = {
  ne: 'eq',
  'not-in': 'in',
  'not-contains': 'contains',
  'not-starts-with': 'starts-with',
  'not-ends-with': 'ends-with',
  'not-matches': 'matches',
  'not-like': 'like',
  'not-in-cidr': 'in-cidr',
  'not-exists': 'exists',
  'not-null': 'is-null',
  'not-empty': 'is-empty',
};
