import type { Cluster } from '@acequia/contract';
import type { FieldChoice } from '#blocks/definition-form/index.ts';

/** Folders of all clusters, each once: by its name where the operator gave one (`name=/path`), else by its path. */
export function fileRootChoices(clusters: readonly Pick<Cluster, 'fileRoots'>[]): readonly FieldChoice[] {
  const found = new Map<string, string>();
  for (const root of clusters.flatMap(({ fileRoots }) => fileRoots)) {
    const named = /^([^/=]+)=(\/.*)$/.exec(root);
    const value = named?.[1] ?? root;
    if (!found.has(value)) found.set(value, named ? `${value} · ${named[2]}` : root);
  }
  return [...found].map(([value, label]) => ({ value, label }));
}
