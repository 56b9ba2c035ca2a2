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
