import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { resources } from '@acequia/domain';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const catalogue = join(root, 'packages/components/src');
const kinds = ['listeners', 'actions', 'datasinks'] as const;

/** Folders of components: those with a definition. */
const components = kinds.flatMap((kind) =>
  readdirSync(join(catalogue, kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(catalogue, kind, entry.name, 'definition.ts')))
    .map(({ name }) => ({ kind, id: name, folder: join(catalogue, kind, name) })),
);

/** Product code, without tests, help texts and the component folders' own insides. */
function sourcesOutside(folder: string): string[] {
  const found: string[] = [];
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const full = join(path, entry.name);
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist', 'testing', 'test'].includes(entry.name) && full !== folder) visit(full);
      } else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) found.push(full);
    }
  };
  for (const part of ['packages', 'apps']) visit(join(root, part));
  return found;
}

const lists = ['packages/components/src/definitions.ts', 'packages/components/src/runtimes.ts'];
/** Names each as the two lists do, by address; `catalogue.test.ts` of the package compares it with them. */
const onDemand = 'packages/components/src/on-demand.ts';

/** Content that is made of components: what a demo, a template or a document of our own consists of is data, not knowledge of an action. */
const content = [
  'apps/server/src/modules/tenants/demo',
  'apps/server/src/modules/get-started/first-chain.ts',
  'apps/server/src/modules/labels/match-document.ts',
];

describe.each(components)('$kind/$id', ({ kind, id, folder }) => {
  test('its folder is whole', () => {
    const files = ['definition.ts', 'text.ts', 'runtime.ts', 'runtime.test.ts', 'examples.ts', 'docs.md', 'docs.es.md', 'icon.svg'];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  });

  test('only the two lists import it', () => {
    const from = new RegExp(`from '[^']*${kind}/${id}/`);
    const importing = sourcesOutside(folder).flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => from.test(line))
        .map(() => relative(root, path)),
    );
    expect([...new Set(importing)].toSorted()).toEqual(lists);
  });

  test('it stands under its id in both lists', () => {
    const entry = new RegExp(`^  '?${id}'?: \\w+,$`, 'm');
    for (const list of lists) expect(readFileSync(join(root, list), 'utf8'), list).toMatch(entry);
  });
});

/** Actions whose word means something else too: a thing of the tenant, or an icon and an operation. */
const things: readonly string[] = [...resources, 'filter'];

describe.each(components.filter(({ kind, id }) => kind === 'actions' && !things.includes(id)))('$kind/$id', ({ id, folder }) => {
  test('nothing else names it: engine, server and console know no action', () => {
    const named = new RegExp(`['"\`]${id}['"\`]`);
    const naming = sourcesOutside(folder)
      .filter((path) => named.test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path));
    expect(naming.filter((path) => path !== onDemand && !lists.includes(path) && !content.some((start) => path.startsWith(start)))).toEqual(
      [],
    );
  });
});

test('every folder of the three kinds is a component or shared by its kind', () => {
  const shared = kinds.flatMap((kind) =>
    readdirSync(join(catalogue, kind), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !existsSync(join(catalogue, kind, entry.name, 'definition.ts')))
      .map(({ name }) => `${kind}/${name}`),
  );
  for (const folder of shared)
    expect(existsSync(join(catalogue, folder, 'runtime.ts')), `${folder} has a runtime but no definition`).toBe(false);
});
