import { checkCondition, fieldSet, parseExpression } from '@acequia/event';
import { expect, it } from 'vitest';
import { applyFix } from './apply-fix.ts';

const fields = fieldSet({ status: 'integer', host: 'string' });
const fixed = (text: string) => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(text);
  const [fault] = checkCondition(parsed.value, fields).faults;
  return applyFix(text, parsed.value, fault!);
};

it('puts a fix in place of its test, and leaves the rest of the text as it was typed', () => {
  expect(fixed('${status} == "200"')).toBe('${status} == 200');
  expect(fixed('${host} exists  and ${status} == "200" # why\n or ${host} is null')).toBe(
    '${host} exists  and ${status} == 200 # why\n or ${host} is null',
  );
  expect(fixed('not (${host} == 5)')).toBe('not (int(${host}) == 5)');
});

it('does not offer what would lose a part of the text', () => {
  const parsed = parseExpression('${status} > 1');
  expect(
    applyFix('${status} > 1', parsed.ok ? parsed.value : { literal: null }, {
      code: 'EXPR_UNKNOWN_FIELD',
      offset: 3,
      detail: '',
      fix: 'x',
    }),
  ).toBeUndefined();
});
