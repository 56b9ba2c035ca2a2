import { expect, test } from 'vitest';
import { brokenPasswordRules, type PasswordRule } from './password-rules.ts';

test.each<[string, readonly PasswordRule[]]>([
  ['Riego-2031', []],
  ['Riego-203', ['length']],
  [`Riego-2031${'x'.repeat(119)}`, ['length']],
  ['Riego-lento', ['number']],
  ['riego-2031', ['capital']],
  ['RIEGO-2031', ['lowercase']],
  ['Riego 2031', ['special']],
  ['', ['length', 'number', 'capital', 'lowercase', 'special']],
  ['Ácequia-ñ-1', []],
])('%j breaks %j', (password, broken) => {
  expect(brokenPasswordRules(password)).toEqual(broken);
});
