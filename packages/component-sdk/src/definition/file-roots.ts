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

/**
 * Where a tenant's folders for reading lie, by names that do not tell it: of each the last part that is not the tenant's (`{tenant}`), with
 * a number behind it where an earlier folder has that name.
 */
export function namedReadRoots(roots: readonly string[], tenantId: string): Record<string, string> {
  const named: Record<string, string> = {};
  for (const root of roots) {
    const name =
      root
        .split('/')
        .findLast((part) => part !== '' && !part.includes(tenantInRoot))
        ?.replaceAll('=', '_') ?? 'root';
    let unique = name;
    for (let number = 2; Object.hasOwn(named, unique); number++) unique = `${name}-${number}`;
    named[unique] = root.replaceAll(tenantInRoot, tenantId);
  }
  return named;
}

/** Stands for the tenant's id in a folder that each tenant has for itself. */
const tenantInRoot = '{tenant}';

/** A pattern as a whole path: `<name>/…` below the folder of that name, `/…` as it is; undefined: no folder has the name. */
export function wholePattern(pattern: string, roots: Readonly<Record<string, string>>): string | undefined {
  if (pattern.startsWith('/')) return pattern;
  const cut = pattern.indexOf('/');
  const name = pattern.slice(0, Math.max(0, cut));
  return Object.hasOwn(roots, name) ? `${withoutEnd(roots[name]!)}${pattern.slice(cut)}` : undefined;
}

/** A path without where its folder lies: `<name>/…` below the innermost of the folders, its last part alone below none. */
export function pathByRoot(path: string, roots: Readonly<Record<string, string>>): string {
  if (!path.startsWith('/')) return path;
  const above = Object.entries(roots).filter(([, root]) => isBelow(path, root));
  const [innermost] = above.toSorted(([, a], [, b]) => b.length - a.length);
  if (!innermost) return lastPart(path);
  const [name, root] = innermost;
  return `${name}${path.slice(withoutEnd(root).length)}`;
}

/** Fields of the configuration that name files on the worker. */
export const fileFieldsOf = (schema: ConfigSchema): readonly string[] => fieldsOffering(schema, 'read-roots');

/**
 * What no worker would read: every file while no folder is open, else each path that leads elsewhere. Folders are given as `/path`,
 * `name=/path`, or as `name` alone to somebody who is not shown where they lie: then no whole path is refused, nor while they are unknown.
 */
export function readRootFaults(
  schema: ConfigSchema,
  config: Readonly<Record<string, unknown>>,
  roots: readonly string[] | undefined,
): readonly ConfigFault[] {
  if (!roots) return [];
  return fileFieldsOf(schema).flatMap((name): readonly ConfigFault[] => {
    const entries = Array.isArray(config[name]) ? (config[name] as readonly unknown[]) : [];
    const first = typeof entries[0] === 'string' ? { fields: { message: entries[0] } } : {};
    const known = namedRoots(roots);
    const paths = roots.flatMap((root) => Object.values(namedRoots([root])));
    const isOpen = (entry: string): boolean =>
      entry.startsWith('/')
        ? paths.some((path) => !path.startsWith('/') || isBelow(folderOf(entry), path))
        : !entry.includes('/') || wholePattern(entry, known) !== undefined;
    if (roots.length === 0) return [{ path: name, code: 'FILE_ROOTS_NONE', severity: 'error', ...first }];
    return entries.flatMap((entry, index): readonly ConfigFault[] =>
      typeof entry !== 'string' || isOpen(entry)
        ? []
        : [{ path: `${name}.${index}`, code: 'FILE_ROOT_OUTSIDE', severity: 'error', fields: { message: entry } }],
    );
  });
}

/**
 * A configuration without where folders lie on the workers' machines: files as `pathByRoot` has them (`readRoots` as `name=/path`), folders
 * for writing as `rootNames` does.
 */
export function configByNames(
  schema: ConfigSchema,
  config: Readonly<Record<string, unknown>>,
  readRoots: readonly string[],
): Record<string, unknown> {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return config;
  const roots = namedRoots(readRoots);
  const written = fieldsOffering(schema, 'file-roots');
  const readsFiles = fileFieldsOf(schema).length > 0;
  const named = (field: string, value: unknown): unknown => {
    if (typeof value === 'string' && written.includes(field)) return rootNames([value])[0];
    if (!readsFiles || !Array.isArray(value)) return value;
    return value.map((entry: unknown) => (typeof entry === 'string' ? pathByRoot(entry, roots) : entry));
  };
  return Object.fromEntries(Object.entries(config).map(([field, value]) => [field, named(field, value)]));
}

const fieldsOffering = (schema: ConfigSchema, options: FieldHint['options']): readonly string[] =>
  Object.entries(schema.shape as z.core.$ZodLooseShape).flatMap(([name, member]) => (hintOf(member)?.options === options ? [name] : []));

const withoutEnd = (path: string): string => path.replace(/\/+$/, '');

function lastPart(path: string): string {
  const trimmed = withoutEnd(path);
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** The folder above the file, or above the first part with a wildcard. */
function folderOf(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?[{]|$/));
  return fixed.slice(0, fixed.lastIndexOf('/'));
}

const isBelow = (folder: string, root: string): boolean => `${folder}/`.startsWith(root.endsWith('/') ? root : `${root}/`);
