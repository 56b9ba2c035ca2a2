import { hintOf, type ConfigFault, type ConfigSchema } from '@acequia/component-sdk/definition';
import type { Cluster } from '@acequia/contract';
import type * as z from 'zod';

/** Folders below which listeners of a cluster may read, each once; undefined while none of its workers has told. */
export function readRootsOf({ workers }: Pick<Cluster, 'workers'>): readonly string[] | undefined {
  const told = workers.flatMap(({ status, readRoots }) => (status === 'revoked' || readRoots === null ? [] : [readRoots]));
  return told.length === 0 ? undefined : [...new Set(told.flat())];
}

/** Fields of the configuration that name files on the worker. */
export const fileFieldsOf = (schema: ConfigSchema): readonly string[] =>
  Object.entries(schema.shape as z.core.$ZodLooseShape).flatMap(([name, member]) =>
    hintOf(member)?.options === 'read-roots' ? [name] : [],
  );

/** What no worker would read: every file while no folder is open, else each path that leads elsewhere. Unknown folders refuse nothing. */
export function readRootFaults(
  schema: ConfigSchema,
  config: Readonly<Record<string, unknown>>,
  roots: readonly string[] | undefined,
): readonly ConfigFault[] {
  if (!roots) return [];
  return fileFieldsOf(schema).flatMap((name): readonly ConfigFault[] => {
    if (roots.length === 0) return [{ path: name, code: 'FILE_ROOTS_NONE', severity: 'error' }];
    const entries = Array.isArray(config[name]) ? (config[name] as readonly unknown[]) : [];
    return entries.flatMap((entry, index): readonly ConfigFault[] =>
      typeof entry !== 'string' || !entry.startsWith('/') || roots.some((root) => isBelow(folderOf(entry), root))
        ? []
        : [{ path: `${name}.${index}`, code: 'FILE_ROOT_OUTSIDE', severity: 'error', fields: { message: entry } }],
    );
  });
}

/** The folder above the file, or above the first part with a wildcard. */
function folderOf(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?[{]|$/));
  return fixed.slice(0, fixed.lastIndexOf('/'));
}

const isBelow = (folder: string, root: string): boolean => `${folder}/`.startsWith(root.endsWith('/') ? root : `${root}/`);
