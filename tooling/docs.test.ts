import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referencePages } from './reference/pages.ts';

const folder = join(import.meta.dirname, '../docs/reference');

test.each(Object.entries(referencePages()))('%s says what the code says (else: npm run docs)', (name, text) => {
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('made twice, the pages are the same', () => {
  expect(referencePages()).toEqual(referencePages());
});

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs/guides/bad-input.md'), 'utf8');
const named = [...guide.matchAll(/\[`([^`]+)`(?:: ([^\]]+))?\]/g)].map(([, path = '', name = '']) => ({ path, name }));

test('the guide on bad input names tests', () => {
  expect(named.length).toBeGreaterThan(20);
});

test.each(named)('bad input: $path still shows “$name”', ({ path, name }) => {
  expect(existsSync(join(root, path)), path).toBe(true);
  if (name !== '') expect(readFileSync(join(root, path), 'utf8')).toContain(name);
});
