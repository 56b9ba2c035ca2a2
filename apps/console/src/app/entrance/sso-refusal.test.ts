import { expect, test } from 'vitest';
import { ssoDenials } from '@acequia/domain';
import { slugIn, ssoRefusalWord } from './sso-refusal.ts';
import { ssoStepTexts } from './sso-texts.ts';

test.each([
  ['regadios-vega', 'regadios-vega'],
  [' Regadíos Vega ', 'regadios-vega'],
  ['https://acequia.example.com/sso/regadios-vega', 'regadios-vega'],
  ['https://acequia.example.com/sso/regadios-vega/?next=/home', 'regadios-vega'],
  ['../../login', ''],
  ['//evil.example', ''],
  ['', ''],
])('%s is the organization "%s"', (typed, slug) => {
  expect(slugIn(typed)).toBe(slug);
});

test('a reason nobody has words for names its code', () => {
  expect(ssoRefusalWord('AUTH.SSO_MEMBER', null)).toBe('member');
  expect(ssoRefusalWord('toString', null)).toBe('failed');
});

test.each(ssoDenials)('%s has its sentence in both languages', (denial) => {
  const word = ssoRefusalWord('AUTH.SSO_DENIED', denial);
  for (const language of ['en', 'es'] as const) expect(ssoStepTexts.words[language][word]).toMatch(/\.$/);
});

test('a reason of an address that somebody made is not shown, nor one of another code', () => {
  for (const denial of [null, 'toString', '__proto__', '<b>']) expect(ssoRefusalWord('AUTH.SSO_DENIED', denial)).toBe('denied');
  expect(ssoRefusalWord('AUTH.SSO_MEMBER', 'setup')).toBe('member');
});
