import { hintOf, shown, unwrap, type FieldHint } from '@acequia/component-sdk/definition';
import type { Language, Localised } from '@acequia/component-sdk/text';
import * as z from 'zod';

/** Words of one field, as they are at run time whatever the component. */
export interface FieldWords {
  readonly label: Localised;
  readonly help?: Localised;
  readonly placeholder?: Localised;
  readonly options?: Readonly<Record<string, Localised>>;
  readonly fields?: Readonly<Record<string, FieldWords>>;
}
export type FormWords = Readonly<Record<string, FieldWords>>;

/** One line of the form. */
export interface FormField {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly hint: FieldHint;
  readonly words: FieldWords;
}

export interface FormSection {
  /** undefined: before the first title. */
  readonly group: string | undefined;
  readonly plain: readonly FormField[];
  readonly advanced: readonly FormField[];
}

const nothingHidden: ReadonlySet<string> = new Set();
const bareWords = (name: string): FieldWords => ({ label: { en: name, es: name } });

/** The fields of a schema that are shown for this value, in the schema's order. Fields without a hint, and `hidden` ones, have no form. */
export function describeFields(
  schema: z.core.$ZodType,
  words: FormWords,
  value: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string> = nothingHidden,
): readonly FormField[] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape = inner.shape as z.core.$ZodLooseShape;
  return Object.entries(shape).flatMap(([name, member]) => {
    const hint = hintOf(member);
    if (!hint || hint.unused || hidden.has(name) || !shown(hint, shape, value)) return [];
    return [{ name, schema: member, hint, words: words[name] ?? bareWords(name) }];
  });
}

/** The same in sections: fields without a group first, then the groups as their first fields stand in the schema. */
export function inSections(fields: readonly FormField[]): readonly FormSection[] {
  const groups = new Set(fields.flatMap(({ hint }) => (hint.group === undefined ? [] : [hint.group])));
  return [undefined, ...groups].flatMap((group) => {
    const own = fields.filter((field) => field.hint.group === group);
    return own.length === 0
      ? []
      : [{ group, plain: own.filter((field) => !field.hint.advanced), advanced: own.filter((field) => field.hint.advanced) }];
  });
}

/** Options of a choice, in the order of the schema. */
export function optionsOf(schema: z.core.$ZodType): readonly string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodEnum) return inner.options.map(String);
  if (inner instanceof z.ZodArray) return optionsOf(inner.element);
  return [];
}

/** The options a person can choose: all but the retired ones, of which the one that is chosen stays. */
export const offeredOptions = ({ schema, hint }: Pick<FormField, 'schema' | 'hint'>, chosen: unknown): readonly string[] =>
  optionsOf(schema).filter((option) => option === chosen || !hint.retired?.includes(option));

/** The schema of a list's entries. */
export function elementOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const inner = unwrap(schema);
  return inner instanceof z.ZodArray ? inner.element : undefined;
}

/** What a field shows while its value is not named: the schema's default. */
export function fallbackOf(schema: z.core.$ZodType): unknown {
  return schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
}

/** A new entry of a list of objects beside `others`: every default and every proposed name written out, the rest left open. */
export function freshValue(schema: z.core.$ZodType, others: readonly unknown[] = [], language: Language = 'en'): unknown {
  const fallback = fallbackOf(schema);
  if (fallback !== undefined) return structuredClone(fallback);
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return undefined;
  const fresh: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(inner.shape as z.core.$ZodLooseShape)) {
    const proposed = hintOf(member)?.proposed?.[language];
    const value = proposed === undefined ? fallbackOf(member) : freeWord(proposed, member, others, name);
    if (value !== undefined) fresh[name] = structuredClone(value);
  }
  return fresh;
}

/** Numbered as the schema of the field allows: `match 2`, or `result_2` where a blank is none of its characters. */
function freeWord(word: string, schema: z.core.$ZodType, others: readonly unknown[], name: string): string {
  const taken = new Set(others.map((other) => (other as Readonly<Record<string, unknown>> | undefined)?.[name]));
  for (let number = 1; ; number += 1) {
    const forms = number === 1 ? [word] : [`${word} ${number}`, `${word}_${number}`];
    const fits = forms.find((form) => z.safeParse(schema, form).success);
    if (fits === undefined || !taken.has(fits)) return fits ?? word;
  }
}
