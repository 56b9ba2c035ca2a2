import { namedRoots } from '@acequia/component-sdk/definition';
import type { Cluster } from '@acequia/contract';
import type { FieldChoice } from '#blocks/definition-form/index.ts';

/** Folders below which listeners of a cluster may read, each once; undefined while none of its workers has told. */
export function readRootsOf({ workers }: Pick<Cluster, 'workers'>): readonly string[] | undefined {
  const told = workers.flatMap(({ status, readRoots }) => (status === 'revoked' || readRoots === null ? [] : [readRoots]));
  return told.length === 0 ? undefined : [...new Set(told.flat())];
}

/** Each name once: what is saved does not say where the folder lies, the label does where it is known. */
export function readRootChoices(roots: readonly string[]): readonly FieldChoice[] {
  const found = new Map<string, string>();
  for (const root of roots) {
    const [name, path] = Object.entries(namedRoots([root]))[0] ?? [root, root];
    if (!found.has(name)) found.set(name, name === path ? name : `${name} · ${path}`);
  }
  return [...found].map(([value, label]) => ({ value, label }));
}
