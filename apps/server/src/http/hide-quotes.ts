import { namesSetUp, reasonSchema, type Reason } from '@acequia/contract';
import { getEventIteratorSchemaDetails } from '@orpc/contract';
import * as z from 'zod';

type Hide = (value: unknown) => unknown;

const made = new WeakMap<object, { readonly hide: Hide | undefined }>();

/**
 * Takes out of an answer, or of each item of a stream, what a reason quotes: the message of a destination or of an exception may hold
 * the event that it is about. Undefined: answers of this schema hold no reasons.
 */
export function quoteHider(schema: unknown): Hide | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const known = made.get(schema) ?? { hide: hiderOf(getEventIteratorSchemaDetails(schema as z.ZodType)?.yields ?? schema) };
  made.set(schema, known);
  return known.hide;
}

function hiderOf(schema: unknown): Hide | undefined {
  if (schema === reasonSchema) return (value) => (isRecord(value) ? withoutQuote(value as unknown as Reason) : value);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return hiderOf(schema.unwrap());
  if (schema instanceof z.ZodArray) {
    const hide = hiderOf(schema.element);
    return hide && ((value) => (Array.isArray(value) ? value.map(hide) : value));
  }
  if (schema instanceof z.ZodRecord) {
    const hide = hiderOf(schema.valueType);
    return hide && ((value) => (isRecord(value) ? mapped(value, Object.keys(value), () => hide) : value));
  }
  if (schema instanceof z.ZodUnion) {
    const hiders = schema.options.flatMap((option) => hiderOf(option) ?? []);
    return hiders.length === 0 ? undefined : (value) => hiders.reduce((shown, hide) => hide(shown), value);
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const members = new Map(
    Object.entries(schema.shape)
      .flatMap(([name, member]) => [[name, hiderOf(member)] as const])
      .filter(([, hide]) => hide),
  );
  return members.size === 0
    ? undefined
    : (value) => (isRecord(value) ? mapped(value, [...members.keys()], (name) => members.get(name)!) : value);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mapped(value: Readonly<Record<string, unknown>>, names: readonly string[], hideOf: (name: string) => Hide) {
  const copy: Record<string, unknown> = { ...value };
  for (const name of names) if (Object.hasOwn(copy, name)) copy[name] = hideOf(name)(copy[name]);
  return copy;
}

function withoutQuote(reason: Reason): Reason {
  if (reason.fields['message'] === undefined || namesSetUp(reason.code)) return reason;
  const { message: _, ...fields } = reason.fields;
  return { ...reason, fields };
}
