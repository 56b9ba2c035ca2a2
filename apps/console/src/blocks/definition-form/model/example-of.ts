import { hintOf, type FieldWidget } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import * as z from 'zod';
import { elementOf, fallbackOf, type FormField } from './describe-fields.ts';

const numbers: ReadonlySet<FieldWidget> = new Set<FieldWidget>(['integer', 'number', 'port']);

/** Texts that mean something in many fields of a kind. */
const usual: Partial<Record<FieldWidget, readonly string[]>> = {
  integer: ['1', '10', '100'],
  number: ['1', '0.5'],
  port: ['514', '8080'],
  duration: ['30s', '5m', '100ms', '24h'],
  size: ['1 MiB', '64 KiB'],
  cidr: ['10.0.0.0/8'],
  field: ['message'],
  name: ['status'],
  template: ['${message}'],
  pattern: ['{ip:ip} {message:any}'],
  regex: ['error|fatal'],
};

const chosen: ReadonlySet<FieldWidget> = new Set<FieldWidget>([
  'boolean',
  'choice',
  'choices',
  'map',
  'object',
  'secret',
  'pem',
  'lookup',
  'expression',
  'condition',
  'timezone',
  'operation',
]);

/** What a person writes in a field, or as an entry of a list; undefined where it is picked, or written with offers of its own kind. */
export function writtenIn({ schema, hint }: Pick<FormField, 'schema' | 'hint'>): FieldWidget | undefined {
  const element = hint.widget === 'list' ? elementOf(schema) : undefined;
  const widget = element ? hintOf(element)?.widget : hint.widget;
  return widget === undefined || chosen.has(widget) ? undefined : widget;
}

/** A text that the schema of a field accepts; undefined where none is written, and where the component names none. */
export function exampleOf(field: Omit<FormField, 'name'>, language: Language): string | undefined {
  const { schema, hint, words } = field;
  const widget = writtenIn(field);
  if (!widget) return undefined;
  const fallback = fallbackOf(schema);
  const known = [
    words.placeholder?.[language],
    hint.proposed?.[language],
    typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : undefined,
    ...(usual[widget] ?? []),
    numbers.has(widget) ? String(hint.bounds?.min) : undefined,
  ];
  const one = hint.widget === 'list' ? (elementOf(schema) ?? schema) : schema;
  const accepts = (text: string) => z.safeParse(one, numbers.has(widget) ? Number(text) : text).success;
  return known.find((text) => text !== undefined && text !== '' && accepts(text));
}
