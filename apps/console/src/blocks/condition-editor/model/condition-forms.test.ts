import { fieldSet, parseExpression, printExpression, withoutPositions, type Expression, type FieldTestNode } from '@acequia/event';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeOf, emptyGroup, filledAst, inCode, inRows, rowsFor } from './condition-forms.ts';
import { astOf, groupOf, isGroup, type Group } from './condition-rows.ts';

const fields = fieldSet({ status: 'integer', host: 'string' }, true);
const read = (code: string): Expression => {
  const parsed = parseExpression(code);
  if (!parsed.ok) throw new Error(code);
  return withoutPositions(parsed.value);
};

it('keeps the code as it was typed over a visit of the rows', () => {
  const code = '${host} == "a"  # the gate\n  and ${status} > 1';
  const typed = { form: 'code', ast: read(code), code } as const;
  const rows = inRows(typed)!;
  expect(rows.form).toBe('visual');
  const back = inCode(rows, groupOf(typed.ast)!, fields);
  expect(back.form).toBe('code');
  expect(codeOf(back)).toBe(code);
});

it('does not show a code that says something else than what is stored', () => {
  expect(codeOf({ form: 'code', ast: read('${status} > 1'), code: '${status} > 2' })).toBe('${status} > 1');
});

it('does not leave a code that cannot be read for rows that would lose it', () => {
  expect(inRows({ form: 'code', code: '${host} ==' })).toBeUndefined();
  expect(inRows({ form: 'code', code: ' ' })).toEqual({ form: 'visual' });
});

it('does not lose unfinished rows over a visit of the code', () => {
  const unfinished: Group = {
    join: 'and',
    members: [
      ...groupOf(read('${status} > 1'))!.members,
      { not: true, item: { field: 'host', op: 'eq', values: [''], ignoreCase: false } },
    ],
  };
  const code = inCode({ form: 'visual' }, unfinished, fields);
  expect(codeOf(code)).toBe('${status} > 1');
  expect(rowsFor(inRows(code), unfinished, fields)).toBe(unfinished);
  expect(rowsFor({ form: 'visual', ast: read('${status} > 2') }, unfinished, fields)).toEqual(groupOf(read('${status} > 2')));
  expect(filledAst(emptyGroup, fields)).toBeUndefined();
});

const constant = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom({ float: '2.0' }, { integer: '9223372036854775807' }, { duration: '5m' }, { time: '2026-11-22T00:00:00Z' }, null),
);
const test: fc.Arbitrary<FieldTestNode> = fc.oneof(
  fc.record({ field: fc.constantFrom('status', 'host', 'other'), op: fc.constantFrom('eq', 'ne', 'contains'), value: constant }),
  fc.record({ field: fc.constant('other'), op: fc.constant('in'), value: fc.array(constant, { minLength: 1, maxLength: 3 }) }),
  fc.record({ field: fc.constant('host'), op: fc.constantFrom('exists', 'is-empty') }),
) as fc.Arbitrary<FieldTestNode>;

it('keeps every constant with its type when another row is changed', () => {
  fc.assert(
    fc.property(fc.array(test, { minLength: 2, maxLength: 5 }), (tests) => {
      const group = groupOf({ and: tests })!;
      const first = group.members[0]!;
      if (isGroup(first.item)) throw new Error('a row');
      const changed = {
        ...group,
        members: group.members.with(0, { ...first, item: { ...first.item, from: undefined, field: 'changed' } }),
      };
      const ast = astOf(changed, fields) as { readonly and: readonly Expression[] };
      expect(ast.and.slice(1).map(printExpression)).toEqual(tests.slice(1).map(printExpression));
    }),
  );
});
