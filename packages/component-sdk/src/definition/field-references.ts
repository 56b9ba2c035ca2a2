import { fieldsOf, parseTemplate, storedExpressionSchema, templateFields } from '@acequia/event';
import * as z from 'zod';
import { hintOf, unwrap } from './field.ts';

/** The fields a configuration reads, by name or path, in the order of the form and each once. */
export function fieldReferences(schema: z.core.$ZodType, config: unknown): readonly string[] {
  const found = new Set<string>();
  collect(schema, config, found);
  return [...found];
}

function collect(schema: z.core.$ZodType, value: unknown, found: Set<string>): void {
  const stored = storedExpressionSchema.safeParse(value);
  if (stored.success) {
    for (const field of fieldsOf(stored.data.ast)) found.add(field);
    return;
  }
  const inner = unwrap(schema);
  if (typeof value === 'string') {
    const widget = hintOf(schema)?.widget;
    if (widget === 'field' && value !== '') found.add(value);
    const template = widget === 'template' ? parseTemplate(value) : undefined;
    if (template?.ok) for (const field of templateFields(template.value)) found.add(field);
  } else if (Array.isArray(value) && inner instanceof z.ZodArray) {
    for (const entry of value as readonly unknown[]) collect(inner.element, entry, found);
  } else if (typeof value === 'object' && value !== null && inner instanceof z.ZodObject) {
    for (const [name, member] of Object.entries(inner.shape as z.core.$ZodLooseShape))
      collect(member, (value as Readonly<Record<string, unknown>>)[name], found);
  }
}
