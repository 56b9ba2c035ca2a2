import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entrancePaths } from '../apps/console/src/app/entrance-paths.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const page = read('docs/reference/specification.md');
const rows = [...page.matchAll(/^\| \*\*S(\d+)\.(\d+)\*\* \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, section = '', sentence = '', what = '', where = '', shown = '']) => ({
    number: `S${section}.${sentence}`,
    what: what.trim(),
    where: where.trim(),
    shown: shown.trim(),
  }),
);

/** Sentences of each section of the specification. */
const sentences = [13, 38, 20, 20, 23, 8, 6, 17, 13];

test('no sentence of the specification is left out or told twice', () => {
  const wanted = sentences.flatMap((count, section) => Array.from({ length: count }, (_, index) => `S${section + 1}.${index + 1}`));
  expect(rows.map(({ number }) => number)).toEqual(wanted);
});

test('each says what, where, and a test or that nothing shows it', () => {
  expect(rows.filter(({ what, where, shown }) => what === '' || where === '' || !/^(?:\[`|not shown: \S)/.test(shown))).toEqual([]);
});

test('what nothing shows stands at the top, and nothing else', () => {
  const top = page.slice(page.indexOf('## What nothing shows yet'), page.indexOf('## 1 '));
  const listed = [...top.matchAll(/^- (S\d+\.\d+)( in part)?: \S/gm)].map(([, number, part]) => [number, part !== undefined]);
  const open = rows.filter(({ shown }) => shown.includes('not shown: '));
  expect(listed).toEqual(open.map(({ number, shown }) => [number, shown.startsWith('[')]));
});

/** A path with every parameter as `*`. */
const general = (path: string) => path.replaceAll(/\{-?\$\w+\}|\{\w+\}|\$\w+/g, '*');

/** Paths of the router, by the names of its routes and what hangs them below each other. */
function routerPaths(): Set<string> {
  const source = read('apps/console/src/app/router.tsx');
  const helpers: Readonly<Record<string, string>> = { at: '', overHome: '/home/', over: '/pipelines/*/*/' };
  const paths = new Map<string, string>();
  for (const [, name = '', body = ''] of source.matchAll(/^const (\w+) = createRoute\(\{(.*?)\}\);/gms)) {
    const [, helper = '', below] = /\.\.\.(\w+)\('([^']+)'\)/.exec(body) ?? [];
    const [, parent = ''] = /getParentRoute: \(\) => (\w+)/.exec(body) ?? [];
    const [, path = ''] = /path: '([^']+)'/.exec(body) ?? [];
    const above = parent === 'root' || parent === '' ? '' : `${paths.get(parent) ?? ''}/`;
    paths.set(name, general(below === undefined ? above + path : helpers[helper]! + below));
  }
  return new Set([...paths.values(), ...entrancePaths]);
}

test('every route that it names is there', () => {
  const known = routerPaths();
  expect(known.size).toBeGreaterThan(40);
  const planned = rows.filter(({ shown }) => shown.startsWith('not shown: ')).map(({ number }) => number);
  const named = rows
    .filter(({ number }) => !planned.includes(number))
    .flatMap(({ number, where }) => [...where.matchAll(/`(\/[^`?]*)/g)].map(([, path = '']) => [number, path] as const));
  expect(named.filter(([, path]) => !known.has(general(path)))).toEqual([]);
});

test('every operation that it names is there', () => {
  const operations = read('docs/reference/operations.md');
  const named = rows.flatMap(({ number, where }) => [...where.matchAll(/`([a-zA-Z]+:[a-zA-Z]+)`/g)].map(([, name = '']) => [number, name]));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(([, name]) => !operations.includes(`\n| \`${name}\` |`))).toEqual([]);
});

test('the fifty checks of ease of use are all told, each with its result, and counted right', () => {
  const usability = read('docs/benchmarks/usability.md');
  const checks = [...usability.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \| (holds|partly|not tried)(: [^|]+)? \|$/gm)];
  expect(checks.map(([, number]) => Number(number))).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  const counted = (result: string) => checks.filter(([, , , told]) => told === result).length;
  expect(usability).toContain(`${counted('holds')} hold, ${counted('partly')} partly, ${counted('not tried')} not tried.`);
  expect(checks.filter(([, , tried = '', result, why]) => (result !== 'not tried' ? !tried.startsWith('[') : why === undefined))).toEqual(
    [],
  );
});
