import { hintOf, unwrap, type ConfigSchema, type FieldHint } from '@acequia/component-sdk/definition';
import type { AnyFieldText, Language } from '@acequia/component-sdk/text';
import * as z from 'zod';
import { code } from './markdown.ts';

export const fieldColumns = ['field', 'type', 'default', 'bounds', 'what'] as const;

/** One row per field of a configuration, members of lists and objects under them. */
export function fieldRows(
  schema: ConfigSchema | z.core.$ZodType,
  texts: Readonly<Record<string, AnyFieldText>>,
  language: Language,
  path = '',
): string[][] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as z.core.$ZodLooseShape).flatMap(([name, member]) => {
    const text = texts[name];
    const hint = hintOf(member);
    const place = path === '' ? name : `${path}.${name}`;
    const own = [code(place), typeOf(member, hint), defaultOf(member, hint), boundsOf(hint), whatOf(text, hint, language)];
    const members = unwrap(member) instanceof z.ZodArray ? (unwrap(member) as z.ZodArray).element : member;
    const nested = hint === undefined || hint.widget === 'list' || hint.widget === 'object';
    return [
      own,
      ...(nested ? fieldRows(members, text?.fields ?? {}, language, unwrap(member) instanceof z.ZodArray ? `${place}[]` : place) : []),
    ];
  });
}

function typeOf(schema: z.core.$ZodType, hint: FieldHint | undefined): string {
  const inner = unwrap(schema);
  const element = inner instanceof z.ZodArray ? unwrap(inner.element) : inner;
  const options =
    element instanceof z.ZodEnum && hint?.widget !== 'operation'
      ? element.options
          .map(String)
          .filter((option) => !hint?.retired?.includes(option))
          .map(code)
          .join(' ')
      : '';
  const types = hint?.fieldTypes ? ` (${hint.fieldTypes.join(', ')})` : '';
  return [`${hint?.widget ?? 'object'}${types}`, options].filter((part) => part !== '').join(': ');
}

function defaultOf(schema: z.core.$ZodType, hint: FieldHint | undefined): string {
  if (schema instanceof z.ZodDefault) {
    const value: unknown = schema.def.defaultValue;
    return code(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return hint?.required ? 'required' : '–';
}

function boundsOf(hint: FieldHint | undefined): string {
  const { min, max } = hint?.bounds ?? {};
  if (min === undefined && max === undefined) return '–';
  return `${min ?? ''}–${max ?? ''}`;
}

function whatOf(text: AnyFieldText | undefined, hint: FieldHint | undefined, language: Language): string {
  const when = hint?.when ? `Only when ${code(hint.when.field)} is ${hint.when.in.map((value) => code(String(value))).join(' or ')}.` : '';
  const label = text ? `**${text.label[language]}.**` : '';
  const retired = (hint?.retired ?? []).map(
    (option) => `${code(option)} is no longer offered: ${text?.options?.[option]?.[language] ?? ''}.`,
  );
  return [label, text?.help?.[language] ?? '', ...retired, when].filter((part) => part !== '').join(' ');
}
