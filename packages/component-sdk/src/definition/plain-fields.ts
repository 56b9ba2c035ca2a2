import * as z from 'zod';
import { fault, field, type FieldOptions } from './field.ts';
import { userBeforeHost } from './clear-credentials.ts';
import { configObject } from './config-object.ts';

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

const boundsOf = (options: Bounds) => ({
  ...(options.min === undefined ? {} : { min: options.min }),
  ...(options.max === undefined ? {} : { max: options.max }),
});

/** One line of text; `min` and `max` are characters (default at least 1, at most 1,024). */
export function textField<const O extends FieldOptions<string> & Bounds & { readonly multiline?: true; readonly pattern?: RegExp }>(
  options: O,
) {
  const bounds = { min: options.min ?? (options.default === '' ? 0 : 1), max: options.max ?? 1024 };
  let schema = z.string().min(bounds.min).max(bounds.max);
  if (options.pattern) schema = schema.regex(options.pattern);
  if (options.leadsTo) schema = schema.refine(readable[options.leadsTo], { params: { fault: 'CONFIG_FORMAT' } });
  return field(schema, options.multiline ? 'textarea' : 'text', options, { bounds });
}

/** Whether a text is an address at all: a zone (`fe80::1%lo`) or a port above 65535 makes it none, and no rule could be asked about it. */
const readable = {
  url: (text: string) => URL.canParse(text),
  /** A user before it is refused as a credential (`clearCredentialFaults`), which tells more. */
  host: (text: string) => {
    const bare = text.replace(userBeforeHost, '').replace(/^\[|\]$/g, '');
    return URL.canParse(`http://${bare.includes(':') ? `[${bare}]` : bare}/`);
  },
} as const;

/** A whole number within the safe range of JavaScript. */
export function integerField<const O extends FieldOptions<number> & Bounds>(options: O) {
  let schema = z.int();
  if (options.min !== undefined) schema = schema.min(options.min);
  if (options.max !== undefined) schema = schema.max(options.max);
  return field(schema, 'integer', options, { bounds: boundsOf(options) });
}

export function numberField<const O extends FieldOptions<number> & Bounds>(options: O) {
  let schema = z.number();
  if (options.min !== undefined) schema = schema.min(options.min);
  if (options.max !== undefined) schema = schema.max(options.max);
  return field(schema, 'number', options, { bounds: boundsOf(options) });
}

export function booleanField<const O extends FieldOptions<boolean>>(options: O) {
  return field(z.boolean(), 'boolean', options);
}

/** One of the options. */
export function choiceField<const V extends readonly [string, ...string[]], const O extends FieldOptions<V[number]>>(
  values: V,
  options: O,
) {
  return field(z.enum(values), 'choice', options);
}

/** Any number of the options, each at most once. */
export function choicesField<const V extends readonly [string, ...string[]], const O extends FieldOptions<readonly V[number][]> & Bounds>(
  values: V,
  options: O,
) {
  const schema = z
    .array(z.enum(values))
    .min(options.min ?? 0)
    .max(values.length)
    .superRefine((list, context) => {
      if (new Set(list).size !== list.length) fault(context, list, 'CONFIG_DUPLICATE');
    });
  return field(schema, 'choices', options, { bounds: { min: options.min ?? 0, max: values.length } });
}

/** A list of entries made by another constructor (its `default`/`optional` do not apply). */
export function listField<I extends z.ZodType, const O extends FieldOptions<readonly z.input<I>[]> & Bounds>(item: I, options: O) {
  const bounds = { min: options.min ?? 0, max: options.max ?? 1000 };
  return field(z.array(item).min(bounds.min).max(bounds.max), 'list', options, { bounds });
}

/** Names and texts, e.g. headers. */
export function mapField<const O extends FieldOptions<Readonly<Record<string, string>>> & Bounds & { readonly valueMax?: number }>(
  options: O,
) {
  const bounds = { min: options.min ?? 0, max: options.max ?? 100 };
  const schema = z.record(z.string().min(1).max(256), z.string().max(options.valueMax ?? 4096)).superRefine((map, context) => {
    const size = Object.keys(map).length;
    if (size < bounds.min) fault(context, map, 'CONFIG_TOO_SHORT', { min: bounds.min });
    if (size > bounds.max) fault(context, map, 'CONFIG_TOO_LONG', { max: bounds.max });
  });
  return field(schema, 'map', options, { bounds });
}

/** Fields that belong together, with a `when` of their own inside. */
export function objectField<S extends z.core.$ZodLooseShape, const O extends FieldOptions>(shape: S, options: O) {
  return field(configObject(shape), 'object', options);
}
