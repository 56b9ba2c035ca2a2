import * as z from 'zod';

/** An answer with everything in it that could be read. */
export interface Mended {
  readonly value: unknown;
  /** Where values were left out: ids or positions of rows, then fields. */
  readonly damaged: readonly string[];
}

/**
 * What is stored may be damaged: of an answer that its schema refuses, what can be shown. A value that cannot be read becomes the nearest
 * empty one that the schema allows (null, no members, no elements, no text), and its thing names the field in `damaged` where the schema
 * has that; an element of a list that cannot be shown even so is left out. `undefined`: nothing is wrong, or nothing can be shown.
 */
export function mendOutput(schema: z.ZodType, output: unknown): Mended | undefined {
  if (schema.safeParse(output).success) return undefined;
  const damaged: string[] = [];
  const value = mend(schema, output, [], damaged);
  const shown = value === unreadable ? undefined : schema.safeParse(value);
  return shown?.success ? { value: shown.data, damaged } : undefined;
}

const unreadable = Symbol('unreadable');
type Place = readonly string[];

const inner = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? inner(schema.unwrap() as z.ZodType) : schema;

function mend(schema: z.ZodType, value: unknown, place: Place, damaged: string[]): unknown {
  if (schema.safeParse(value).success) return value;
  const bare = inner(schema);
  if (bare instanceof z.ZodArray && Array.isArray(value)) return mendList(bare.element as z.ZodType, value, place, damaged);
  if (bare instanceof z.ZodObject && typeof value === 'object' && value !== null && !Array.isArray(value))
    return mendThing(bare.shape as Readonly<Record<string, z.ZodType>>, value as Readonly<Record<string, unknown>>, place, damaged);
  return unreadable;
}

function mendList(element: z.ZodType, values: readonly unknown[], place: Place, damaged: string[]): unknown[] {
  return values.flatMap((value, index) => {
    const at = [...place, idOf(value) ?? String(index)];
    const mended = mend(element, value, at, damaged);
    if (mended !== unreadable) return [mended];
    damaged.push(at.join('.'));
    return [];
  });
}

function mendThing(
  shape: Readonly<Record<string, z.ZodType>>,
  thing: Readonly<Record<string, unknown>>,
  place: Place,
  damaged: string[],
): unknown {
  const mended: Record<string, unknown> = { ...thing };
  const fields: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const before = damaged.length;
    const at = [...place, name];
    const value = mend(schema, thing[name], at, damaged);
    const shown = value === unreadable ? emptyOf(schema) : value;
    if (shown === unreadable) return unreadable;
    mended[name] = shown;
    if (value === unreadable) damaged.push(at.join('.'));
    if (damaged.length > before) fields.push(name);
  }
  if (shape['damaged']) mended['damaged'] = fields;
  return mended;
}

function emptyOf(schema: z.ZodType): unknown {
  const found = [null, {}, [], ''].find((value) => schema.safeParse(value).success);
  return found === undefined ? unreadable : found;
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null ? (value as { readonly id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : undefined;
}
