import type { InstanceVersion } from '@acequia/contract';

/** One field that differs; undefined where it is not set. */
export interface VersionChange {
  /** `config.address`, `name` … */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs between two versions, field by field; lists of plain values are one field. */
export function changesBetween(before: InstanceVersion, after: InstanceVersion): readonly VersionChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((path) => ({ path, before: from.get(path), after: to.get(path) }))
    .filter((change) => change.before !== change.after);
}

const fieldsOf = ({ name, description, tags, componentVersion, config }: InstanceVersion): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  collect(fields, '', { name, description, tags, componentVersion, config });
  return fields;
};

function collect(fields: Map<string, string>, path: string, value: unknown): void {
  if (isNested(value)) for (const [key, inner] of Object.entries(value)) collect(fields, path === '' ? key : `${path}.${key}`, inner);
  else if (value !== undefined) fields.set(path, typeof value === 'string' ? value : JSON.stringify(value));
}

/** An object, or a list with objects in it. */
const isNested = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) || value.some((entry) => typeof entry === 'object' && entry !== null));
