import { parseExpression } from '@acequia/event';
import { expect, it } from 'vitest';
import { conditionSentence, outcomeSentence } from './condition-sentence.ts';

const test = (field: string, op: 'eq' | 'in' | 'between' | 'exists', value?: string | readonly (string | number)[]) => ({
  field,
  op,
  ...(value === undefined ? {} : { value }),
});

it('says rows in words, nested ones in brackets, and code as code', () => {
  const rows = {
    and: [
      test('severity', 'in', ['error', 'fatal']),
      { or: [test('ms', 'between', [5, 9]), { not: test('user', 'exists') }] },
      test('note', 'eq', ''),
    ],
  };
  expect(conditionSentence(rows, 'en')).toBe(
    'severity is in list error, fatal and (ms is between 5 and 9 or not (user exists)) and note equals ""',
  );
  expect(conditionSentence(test('severity', 'eq', 'error'), 'es')).toBe('severity es igual a error');
  const code = parseExpression('int(${ms}) > 5');
  expect(conditionSentence(code.ok ? code.value : test('x', 'exists'), 'en')).toBe('int(${ms}) > 5');
});

it('says the opposite of a condition that was not met', () => {
  expect(outcomeSentence(test('level', 'eq', 'debug'), true, 'en')).toBe('level equals debug');
  expect(outcomeSentence(test('level', 'eq', 'debug'), false, 'en')).toBe('level does not equal debug');
  expect(outcomeSentence(test('user', 'exists'), false, 'es')).toBe('user no existe');
  expect(outcomeSentence({ field: 'ms', op: 'lt', value: 5 }, false, 'en')).toBe('not (ms is less than 5)');
  const code = parseExpression('int(${ms}) > 5');
  expect(outcomeSentence(code.ok ? code.value : test('x', 'exists'), false, 'en')).toBe('not (int(${ms}) > 5)');
});
