import { brokenPasswordRules } from '@acequia/domain';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'Password2026!',
  'P@ssw0rd2026',
  '123Qwerty123!',
  'Liverpool-1892',
  '!!Charlie1234',
  'Superman&2026',
  'Contraseña-2026',
  'Aa1!Aa1!Aa1!',
])('%s keeps the visible rules and is refused all the same', (password) => {
  expect(brokenPasswordRules(password)).toEqual([]);
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Riego-lento-2031', 'Compuerta-alta-2032', 'Agua-clara-1998', 'correct Horse 7 battery!'])('%s is taken', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('the most frequent ones of breaches are known, as they are and decorated until the rules are kept', () => {
  for (const word of ['dragon', 'shadow', 'trustno', 'mustang', 'maverick', 'ginger', 'chelsea', 'barcelona'])
    for (const shape of [`${word[0]!.toUpperCase()}${word.slice(1)}2026!`, `1!${word}!9`, `${word}12345678`])
      expect([shape, isCommonPassword(shape)]).toEqual([shape, true]);
});

test('words of the user are no password', () => {
  expect(isCommonPassword('Regadíos-2026', ['regadíos'])).toBe(true);
});
