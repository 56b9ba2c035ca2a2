import * as z from 'zod';
import type { FieldHint, FieldWidget } from './field-hint.ts';

/**
 * What every field constructor takes.
 * - `default`: the value of a configuration that does not name the field
 * - `optional`: may stay empty
 * - `when`: shown, and (without a default or `optional`) required, only while another field has one of the values
 * - none of them: required
 */
export interface FieldOptions<T = unknown> extends Omit<FieldHint, 'widget' | 'required' | 'bounds' | 'fieldTypes'> {
  readonly default?: T;
  readonly optional?: true;
}

/** The schema's type after `FieldOptions` were applied. */
export type Field<S extends z.ZodType, O> = O extends { readonly default: unknown }
  ? z.ZodDefault<S>
  : O extends { readonly optional: true } | { readonly when: object }
    ? z.ZodOptional<S>
    : S;

/** Gives a schema its place in a form: default or optional as the options say, and the hint as metadata. */
export function field<S extends z.ZodType, const O extends FieldOptions>(
  schema: S,
  widget: FieldWidget,
  options: O,
  more: Partial<FieldHint> = {},
): Field<S, O> {
  const hint: FieldHint = {
    widget,
    ...(options.group === undefined ? {} : { group: options.group }),
    ...(options.advanced === undefined ? {} : { advanced: options.advanced }),
    ...(options.when === undefined ? {} : { when: options.when }),
    ...(options.options === undefined ? {} : { options: options.options }),
    ...(options.leadsTo === undefined ? {} : { leadsTo: options.leadsTo }),
    ...(options.clearCredential === undefined ? {} : { clearCredential: options.clearCredential }),
    ...(options.retired === undefined ? {} : { retired: options.retired }),
    ...(options.wanted === undefined ? {} : { wanted: options.wanted }),
    ...(options.unused === undefined ? {} : { unused: options.unused }),
    ...(options.proposed === undefined ? {} : { proposed: options.proposed }),
    ...(options.default === undefined && !options.optional ? { required: true } : {}),
    ...more,
  };
  const shaped =
    options.default !== undefined
      ? schema.default(options.default as never)
      : options.optional || options.when
        ? schema.optional()
        : schema;
  return shaped.meta({ ...hint }) as unknown as Field<S, O>;
}

/** The hint a field constructor left on a schema. */
export function hintOf(schema: z.core.$ZodType): FieldHint | undefined {
  const meta = z.globalRegistry.get(schema) as FieldHint | undefined;
  return meta?.widget === undefined ? undefined : meta;
}

/** The schema under `default`, `optional` and the like. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodPrefault
  ) {
    inner = inner.unwrap();
  }
  return inner;
}

/** A refinement's issue with one of our codes; `parseConfig` hands it on unchanged. */
export function fault(
  context: z.core.$RefinementCtx,
  input: unknown,
  code: string,
  fields: Readonly<Record<string, string | number>> = {},
): void {
  context.addIssue({ code: 'custom', input, message: code, params: { fault: code, ...fields } });
}
