import { describe, expect, it } from 'vitest';
import { looksLikeEmail } from '#lib/email/email.ts';
import { setupCodeOf, targetOf } from './target.ts';

describe('target after the login', () => {
  it.each([
    [null, '/home'],
    ['/listeners', '/listeners'],
    ['//evil.example/x', '/home'],
    ['/\\evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['javascript:alert(1)', '/home'],
  ])('%s leads to %s', (next, target) => expect(targetOf(next)).toBe(target));
});

it('reads the code of the terminal from the fragment', () => {
  expect(setupCodeOf('#setup=AB-12')).toBe('AB-12');
  expect(setupCodeOf('')).toBe('');
});

it.each([
  ['a@b.example', true],
  ['a@b', false],
  ['a b@c.example', false],
  ['@b.example', false],
  ['a@b..c', false],
])('%s as an address: %s', (text, fine) => expect(looksLikeEmail(text)).toBe(fine));
