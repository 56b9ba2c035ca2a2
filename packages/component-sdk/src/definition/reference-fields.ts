import { compileRegex, type FieldType } from '@acequia/event';
import * as z from 'zod';
import { fault, field, type FieldOptions } from './field.ts';

/** Id of a tenant secret. */
export const secretPattern = /^SE_[A-Za-z0-9_-]{1,64}$/;

/** A reference to a tenant secret; never a literal. */
export function secretField<const O extends FieldOptions<string>>(options: O) {
  return field(z.string().regex(secretPattern), 'secret', options);
}

/** A certificate, chain or key, kept as a tenant secret; the configuration holds the reference. */
export function pemField<const O extends FieldOptions<string>>(options: O) {
  return field(z.string().regex(secretPattern), 'pem', options);
}

/** Id of a lookup of the tenant. */
export const lookupPattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** A reference to a lookup of the tenant. */
export function lookupField<const O extends FieldOptions<string>>(options: O) {
  return field(z.string().regex(lookupPattern), 'lookup', options);
}

/** An upstream field or path, without `${}` (catalogue 1.6). `types` limits the picker. */
export function fieldRefField<const O extends FieldOptions<string> & { readonly types?: readonly FieldType[] }>(options: O) {
  return field(z.string().min(1).max(1024), 'field', options, options.types ? { fieldTypes: options.types } : {});
}

/** Name of a field the component makes (catalogue 1.2). `noDollar` is kept for callers that show it; no name may hold `$`. */
export function outputNameField<const O extends FieldOptions<string>>(options: O) {
  return field(z.string().regex(outputNamePattern).max(256), 'name', options, { bounds: { min: 1, max: 256 } });
}

const outputNamePattern = /^[A-Za-z0-9#\-.][A-Za-z0-9#\-._]*$/;

/** Text with `${}` and `{{ }}` (catalogue 1.6). */
export function templateField<const O extends FieldOptions<string> & { readonly max?: number; readonly min?: number }>(options: O) {
  const bounds = { min: options.min ?? (options.default === '' ? 0 : 1), max: options.max ?? 4096 };
  return field(z.string().min(bounds.min).max(bounds.max), 'template', options, { bounds });
}

/** A regular expression in RE2 syntax (catalogue 4.6): ≤ 4 KiB, no look-around, no back-references. */
export function regexField<const O extends FieldOptions<string>>(options: O) {
  const schema = z
    .string()
    .min(1)
    .max(4096)
    .superRefine((text, context) => {
      if (text.length <= 4096 && !compileRegex(text).ok) fault(context, text, 'CONFIG_REGEX');
    });
  return field(schema, 'regex', options);
}

/** Source text in the parse language (catalogue 5), ≤ 4 KiB. */
export function patternField<const O extends FieldOptions<string>>(options: O) {
  return field(z.string().min(1).max(4096), 'pattern', options);
}
