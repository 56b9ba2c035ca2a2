import type * as z from 'zod';
import type { ConfigFault, ConfigSchema } from './definition.ts';
import { hintOf } from './field.ts';
import type { FieldHint } from './field-hint.ts';

/** Folders for writing, given as `name=/path` or `/path`: their paths by their names, or by themselves. */
export function namedRoots(roots: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    roots.map((root) => {
      const named = /^([^/=]+)=(\/.*)$/.exec(root);
      return named ? [named[1]!, named[2]!] : [root, root];
    }),
  );
}

/** What each folder for writing may be called without telling where it lies, each name once: its name, or the last part of its path. */
export function rootNames(roots: readonly string[]): string[] {
  return [...new Set(Object.entries(namedRoots(roots)).map(([name, path]) => (name === path ? lastPart(path) || path : name)))];
}

/** The folder that `name` means: by the name it was given, its whole path, or the last part of it; undefined: none. */
export function rootNamed(roots: Readonly<Record<string, string>>, name: string): string | undefined {
  if (Object.hasOwn(roots, name)) return roots[name];
  return Object.values(roots).find((path) => path === name || lastPart(path) === name);
}

/** A fault for each field that names a folder for writing which is not among a cluster's (`name=/path` or `/path`). */
export function unknownRootFaults(
  schema: ConfigSchema,
  config: Readonly<Record<string, unknown>>,
  roots: readonly string[],
): readonly ConfigFault[] {
  const known = namedRoots(roots);
  return fieldsOffering(schema, 'file-roots').flatMap((field): readonly ConfigFault[] => {
    const name = config[field];
    return typeof name !== 'string' || rootNamed(known, name) !== undefined
      ? []
      : [{ path: field, code: 'CONFIG_FILE_ROOT', severity: 'error', fields: { message: name } }];
  });
}

/** Fields of the configuration that name files on the worker. */
export const fileFieldsOf = (schema: ConfigSchema): readonly string[] => fieldsOffering(schema, 'read-roots');

/** What no worker would read: every file while no folder is open, else each path that leads elsewhere. Unknown folders refuse nothing. */
export function readRootFaults(
  schema: ConfigSchema,
  config: Readonly<Record<string, unknown>>,
  roots: readonly string[] | undefined,
): readonly ConfigFault[] {
  if (!roots) return [];
  return fileFieldsOf(schema).flatMap((name): readonly ConfigFault[] => {
    const entries = Array.isArray(config[name]) ? (config[name] as readonly unknown[]) : [];
    const first = typeof entries[0] === 'string' ? { fields: { message: entries[0] } } : {};
    if (roots.length === 0) return [{ path: name, code: 'FILE_ROOTS_NONE', severity: 'error', ...first }];
    return entries.flatMap((entry, index): readonly ConfigFault[] =>
      typeof entry !== 'string' || !entry.startsWith('/') || roots.some((root) => isBelow(folderOf(entry), root))
        ? []
        : [{ path: `${name}.${index}`, code: 'FILE_ROOT_OUTSIDE', severity: 'error', fields: { message: entry } }],
    );
  });
}

const fieldsOffering = (schema: ConfigSchema, options: FieldHint['options']): readonly string[] =>
  Object.entries(schema.shape as z.core.$ZodLooseShape).flatMap(([name, member]) => (hintOf(member)?.options === options ? [name] : []));

function lastPart(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** The folder above the file, or above the first part with a wildcard. */
function folderOf(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?[{]|$/));
  return fixed.slice(0, fixed.lastIndexOf('/'));
}

const isBelow = (folder: string, root: string): boolean => `${folder}/`.startsWith(root.endsWith('/') ? root : `${root}/`);
