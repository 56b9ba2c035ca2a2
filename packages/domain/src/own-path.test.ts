import { expect, test } from 'vitest';
import { isOwnPath } from './own-path.ts';

test.each(['/home', '/', '/listeners?q=a#b', '/pipelines/PL_1/1.0.0', '/a//b'])('%j is a path of this site', (text) => {
  expect(isOwnPath(text)).toBe(true);
  expect(new URL(text, 'https://here.example').host).toBe('here.example');
});

test.each([
  '',
  'home',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('%j does not lead away', (text) => {
  expect(isOwnPath(text)).toBe(false);
});
