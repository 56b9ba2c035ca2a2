import { expect, test } from 'vitest';
import { withScheme } from './issuer-scheme.ts';

test.each([
  ['login.example.com', 'https://login.example.com'],
  [' login.example.com/tenant ', 'https://login.example.com/tenant'],
  ['http://localhost:8443', 'http://localhost:8443'],
  ['HTTPS://login.example.com', 'HTTPS://login.example.com'],
  ['httpserver.example.com', 'https://httpserver.example.com'],
  ['', ''],
])('%s becomes %s', (typed, shown) => {
  expect(withScheme(typed)).toBe(shown);
});
