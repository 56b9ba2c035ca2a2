import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Five sizes of text in px, everywhere. */
const sizes = ['11', '12', '13', '16', '24'];
/** In units of a drawing that is scaled to its place: no pixels of the screen. */
const drawn = /^\s*\.pe-(?:graph|stage\[data-far\])/;

const linesOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` })),
  );

test('styles use the five sizes of text only', () => {
  const lines = linesOf('{apps/console,packages/ui}/src/**/*.css');
  const found = lines.flatMap(({ line, place }) =>
    drawn.test(line)
      ? []
      : [...line.matchAll(/\bfont(?:-size)?:[^;}]*?\b(\d+(?:\.\d+)?)(px|r?em)\b/g)]
          .filter(([, size = '', unit]) => unit !== 'px' || !sizes.includes(size))
          .map(([text]) => `${place} ${text}`),
  );
  expect(lines.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test('components use the names of the five sizes, never a size of their own', () => {
  const lines = linesOf('{apps/console,packages/ui}/src/**/*.tsx');
  const own = /\btext-(?:\[\d|lg\b|[2-9]xl\b)|fontSize\b/;
  expect(lines.length).toBeGreaterThan(5000);
  expect(lines.filter(({ line }) => own.test(line)).map(({ place, line }) => `${place} ${line.trim()}`)).toEqual([]);
});
