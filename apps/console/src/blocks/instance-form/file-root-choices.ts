import { namedRoots, rootNamed, rootNames } from '@acequia/component-sdk/definition';
import type { Cluster } from '@acequia/contract';
import type { FieldChoice } from '#blocks/definition-form/index.ts';

/**
 * Folders of all clusters, each once: by the name the operator gave (`name=/path`), else by the last part of the path, so that what is
 * saved does not say where the folder lies; by the whole path where another folder of the cluster has that name. The label shows the path
 * where it is known.
 */
export function fileRootChoices(clusters: readonly Pick<Cluster, 'fileRoots'>[]): readonly FieldChoice[] {
  const found = new Map<string, string>();
  for (const { fileRoots } of clusters)
    for (const root of fileRoots) {
      const known = namedRoots(fileRoots);
      const path = Object.values(namedRoots([root]))[0] ?? root;
      const name = rootNames([root])[0] ?? root;
      const value = rootNamed(known, name) === path ? name : root;
      if (!found.has(value)) found.set(value, value === path ? path : `${value} · ${path}`);
    }
  return [...found].map(([value, label]) => ({ value, label }));
}
