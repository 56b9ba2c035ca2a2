import { expect, test } from 'vitest';
import { slugIn, ssoRefusalWord } from './sso-refusal.ts';

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
  expect(ssoRefusalWord('AUTH.SSO_MEMBER')).toBe('member');
  expect(ssoRefusalWord('toString')).toBe('failed');
});
