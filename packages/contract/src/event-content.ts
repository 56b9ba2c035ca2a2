import * as z from 'zod';

const contentSchemas = z.registry<Record<never, never>>();

/**
 * Marks a part of an answer that holds what is in events: fields, texts as received, values of them in a message. An operation that
 * can answer with it says in `content` how it keeps that from callers without `content:read`; a test of the contract looks.
 */
export function eventContent<S extends z.core.$ZodType>(schema: S): S {
  if (!contentSchemas.has(schema)) contentSchemas.add(schema, {});
  return schema;
}

export const isEventContent = (schema: z.core.$ZodType): boolean => contentSchemas.has(schema);

/**
 * Whether the `message` of a reason with this code names a file, a sender, a component or a column. Any other is the text of another
 * program, which may quote an event: what a destination answered, a path made from fields, an exception.
 */
export const namesSetUp = (code: string): boolean =>
  /^(?:ADDRESS_CONNECTIONS|COMPONENT_UNKNOWN|CREDENTIALS_REFUSED|LOOKUP_COLUMN|FILE_[A-Z_]+)$/.test(code);
