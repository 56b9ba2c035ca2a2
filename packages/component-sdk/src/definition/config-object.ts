import * as z from 'zod';
import { hintOf, unwrap } from './field.ts';
import type { FieldHint, FieldWidget } from './field-hint.ts';

/**
 * The schema of a configuration (or of a part with fields of its own): unknown members are refused, and a field that is
 * required while shown (`when`) is required only then.
 */
export function configObject<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape).superRefine((value, context) => {
    const config = value as Record<string, unknown>;
    for (const [name, schema] of Object.entries(shape)) {
      const hint = hintOf(schema);
      if (!hint?.required || !hint.when || config[name] !== undefined) continue;
      if (shown(hint, shape, config)) {
        context.addIssue({
          code: 'custom',
          input: undefined,
          path: [name],
          message: 'CONFIG_REQUIRED',
          params: { fault: 'CONFIG_REQUIRED' },
        });
      }
    }
  });
}

/** Whether a field's `when` holds; a field that hangs on a hidden one is hidden too. */
export function shown(hint: FieldHint, shape: z.core.$ZodLooseShape, config: Readonly<Record<string, unknown>>): boolean {
  if (!hint.when) return true;
  const governing = shape[hint.when.field];
  if (!governing) return true;
  const own = hintOf(governing);
  if (own?.when && !shown(own, shape, config)) return false;
  const value = config[hint.when.field] ?? defaultOf(governing);
  if (Array.isArray(value)) return value.some((member) => hint.when!.in.includes(member as string));
  return hint.when.in.includes(value as string);
}

/** The value a schema gives a field that is not named. */
export function defaultOf(schema: z.core.$ZodType): unknown {
  return schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
}

/** The configuration without the values of hidden fields, at every depth. Values of other shapes are returned as they are. */
export function withoutHidden(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((member) => withoutHidden(inner.element, member));
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const shape = inner.shape as z.core.$ZodLooseShape;
  const config = value as Record<string, unknown>;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(config)) {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const hint = known && hintOf(known);
    if (hint && !shown(hint, shape, config)) continue;
    Object.defineProperty(kept, name, {
      value: known ? withoutHidden(known, member) : member,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return kept;
}

/** Calls back for each field of a schema, members of objects and of lists of objects included. Paths use `*` for a list's entries. */
export function visitFields(
  schema: z.core.$ZodType,
  visit: (path: readonly string[], schema: z.core.$ZodType, hint: FieldHint | undefined) => void,
  path: readonly string[] = [],
): void {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) visitFields(inner.element, visit, [...path, '*']);
  if (!(inner instanceof z.ZodObject)) return;
  for (const [name, member] of Object.entries(inner.shape as z.core.$ZodLooseShape)) {
    const here = [...path, name];
    const hint = hintOf(member);
    visit(here, member, hint);
    if (hint === undefined || hint.widget === 'list' || hint.widget === 'object') visitFields(member, visit, here);
  }
}

/** A value of a configuration that names something of the tenant. `path` as in `ConfigFault`. */
export interface ConfigReference {
  readonly path: string;
  readonly id: string;
}

/** The secrets a checked configuration names. */
export const secretReferences = (schema: z.core.$ZodType, value: unknown): ConfigReference[] =>
  referencesBy(['secret', 'pem'], schema, value, '');

/** The lookups a checked configuration names. */
export const lookupReferences = (schema: z.core.$ZodType, value: unknown): ConfigReference[] => referencesBy(['lookup'], schema, value, '');

function referencesBy(widgets: readonly FieldWidget[], schema: z.core.$ZodType, value: unknown, path: string): ConfigReference[] {
  const hint = hintOf(schema);
  const inner = unwrap(schema);
  if (hint !== undefined && widgets.includes(hint.widget) && typeof value === 'string') return [{ path, id: value }];
  const join = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((member, index) => referencesBy(widgets, inner.element, member, join(index)));
  if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    const shape = inner.shape as z.core.$ZodLooseShape;
    return Object.entries(value).flatMap(([name, member]) => (shape[name] ? referencesBy(widgets, shape[name], member, join(name)) : []));
  }
  return [];
}
