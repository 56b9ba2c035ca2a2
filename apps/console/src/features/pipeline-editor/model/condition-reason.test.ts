import { singleTestsOf, type Expression } from '@acequia/event';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditionsOf, decidingTests } from './condition-reason.ts';

const is = (field: string): Expression => ({ field, op: 'is-true' });
const { condition } = fc.letrec<{ condition: Expression }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'c').map(is),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((and): Expression => ({ and })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((or): Expression => ({ or })),
    tie('condition').map((not): Expression => ({ not })),
  ),
}));
type Facts = Readonly<Record<string, boolean>>;
const facts = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() });

function holds(ast: Expression, given: Facts): boolean {
  if ('and' in ast) return ast.and.every((part) => holds(part, given));
  if ('or' in ast) return ast.or.some((part) => holds(part, given));
  if ('not' in ast) return !holds(ast.not, given);
  return given[(ast as { readonly field: string }).field]!;
}
const checked = (ast: Expression, given: Facts) => ({
  holds: holds(ast, given),
  tests: singleTestsOf(ast).map((each) => holds(each, given)),
});

test('what decided decides: the condition comes out the same whatever all other fields are', () => {
  fc.assert(
    fc.property(condition, facts, facts, (ast, given, other) => {
      const deciding = decidingTests(ast, checked(ast, given));
      expect(deciding.length).toBeGreaterThan(0);
      const fixed = Object.fromEntries(deciding.map(({ test: each, holds: held }) => [(each as { field: string }).field, held as boolean]));
      expect(holds(ast, { ...other, ...fixed })).toBe(holds(ast, given));
    }),
  );
});

test('of two tests joined by or, the one that held is named; of two joined by and, the first that failed', () => {
  const named = (ast: Expression, given: Facts) =>
    decidingTests(ast, checked(ast, given)).map((each) => (each.test as { field: string }).field);
  expect(named({ or: [is('a'), is('b')] }, { a: false, b: true })).toEqual(['b']);
  expect(named({ and: [is('a'), is('b'), is('c')] }, { a: true, b: false, c: false })).toEqual(['b']);
  expect(named({ or: [is('a'), is('b')] }, { a: false, b: false })).toEqual(['a', 'b']);
});

test('finds the conditions of a conditional and of a filter, and none of other steps', () => {
  const stored = { form: 'visual', ast: is('a') };
  expect(conditionsOf({ conditions: [{ name: 'x', condition: stored }] })).toEqual([{ name: 'x', ast: is('a') }]);
  expect(conditionsOf({ mode: 'keep', condition: stored })).toEqual([{ name: undefined, ast: is('a') }]);
  expect(conditionsOf({ field: 'message' })).toEqual([]);
});
