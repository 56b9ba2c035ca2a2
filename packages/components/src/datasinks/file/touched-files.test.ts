import { expect, test } from 'vitest';
import type { RunEntry } from './run-log.ts';
import { touchedAfter } from './touched-files.ts';

/** A list that counts how often an element of it is read. */
function counted(paths: readonly string[], count: () => void): readonly string[] {
  return new Proxy(paths, {
    get: (list, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) count();
      return Reflect.get(list, key) as unknown;
    },
  });
}

/** Many files opened, and half of them given back one by one. */
function readsOf(files: number): { readonly reads: number; readonly left: number } {
  let reads = 0;
  let n = 0;
  const opened = Array.from({ length: files }, (_, ino): RunEntry => ({
    n: ++n,
    do: 'open',
    path: `p${ino}`,
    ino: `${ino}`,
    body: 0,
    atMs: 1,
  }));
  const given = Array.from({ length: files / 2 }, (_, ino): RunEntry => ({
    n: ++n,
    do: 'yield',
    paths: counted([`p${ino * 2}`], () => (reads += 1)),
  }));
  return { left: touchedAfter([...opened, ...given], { n: 0, files: [] }).length, reads };
}

test('what a run has given back is not looked for among all of its files: many files cost no more than their number', () => {
  expect(readsOf(100)).toEqual({ left: 50, reads: 50 });
  expect(readsOf(4000)).toEqual({ left: 2000, reads: 2000 });
});

test('a number that a file of another path has now does not leave with the path that had it before', () => {
  const entries: RunEntry[] = [
    { n: 1, do: 'open', path: 'a', ino: '7', body: 0, atMs: 1 },
    { n: 2, do: 'open', path: 'b', ino: '7', body: 0, atMs: 2 },
    { n: 3, do: 'yield', paths: ['a'] },
  ];
  expect(touchedAfter(entries, { n: 0, files: [] })).toMatchObject([{ ino: '7', path: 'b' }]);
  expect(touchedAfter([...entries, { n: 4, do: 'yield', paths: ['b'] }], { n: 0, files: [] })).toEqual([]);
});
