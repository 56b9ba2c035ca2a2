import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asvsIds } from './asvs-ids.ts';
import { referencePages } from './reference/pages.ts';

const folder = join(import.meta.dirname, '../docs/reference');

test.each(Object.entries(referencePages()))('%s says what the code says (else: npm run docs)', (name, text) => {
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('made twice, the pages are the same', () => {
  expect(referencePages()).toEqual(referencePages());
});

const root = join(import.meta.dirname, '..');
const pages = [
  'docs/guides/bad-input.md',
  'docs/reference/reliability.md',
  'docs/security/asvs.md',
  'docs/security/advisories.md',
  'docs/reference/specification.md',
  'docs/benchmarks/usability.md',
].map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }));
const named = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/\[`([^`]+)`(?:: ([^\]]+))?\]/g)].map(([, path = '', name = '']) => ({ page, path, name })),
);

test.each(pages)('$page names tests', ({ page }) => {
  expect(named.filter((one) => one.page === page).length).toBeGreaterThan(20);
});

test('no check of the reliability plan is left out', () => {
  const ids = [...pages[1]!.text.matchAll(/R-(\d\d)/g)].map(([, id]) => Number(id));
  const wanted = [1, 2, 3, 4, 5, 7, ...Array.from({ length: 12 }, (_, n) => n + 10), ...Array.from({ length: 19 }, (_, n) => n + 29)];
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
});

test('no requirement of ASVS 5.0, levels 1 and 2, is left out or told twice', () => {
  const rows = [...pages[2]!.text.matchAll(/^\| ((?:\d+\.\d+\.\d+ )+)\|/gm)];
  const ids = rows.flatMap(([, cell = '']) => cell.trim().split(' '));
  expect(ids.toSorted()).toEqual(asvsIds.toSorted());
});

test('no advisory of the list is left out or told twice', () => {
  const numbers = [...pages[3]!.text.matchAll(/^\| (\d+) \| (?:CVE|GHSA)-/gm)].map(([, number]) => Number(number));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 54 }, (_, index) => index + 1));
});

test.each(named)('$page: $path still shows “$name”', ({ path, name }) => {
  expect(existsSync(join(root, path)), path).toBe(true);
  if (name !== '') expect(readFileSync(join(root, path), 'utf8')).toContain(name);
});
