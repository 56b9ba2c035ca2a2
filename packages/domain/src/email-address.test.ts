import { expect, test } from 'vitest';
import { emailLengthMax, isEmailAddress } from './email-address.ts';

test.each(['a@b.cc', "o'neil+tag@mail.example.com", 'a.b-c_d@x-y.example', 'a@1.example'])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  '',
  'a',
  'a@b',
  '@b.cc',
  '.a@b.cc',
  'a.@b.cc',
  'a..b@c.dd',
  'a@b..cc',
  'a@-b.cc',
  'a@.b.cc',
  'a@b.c',
  'a@b.1c',
  'víctor@example.com',
  'a@exámple.com',
  'a b@c.dd',
  'a@b.cc,d@e.ff',
  `${'a'.repeat(emailLengthMax)}@b.cc`,
])('%j is none', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
