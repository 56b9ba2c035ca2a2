import { unwrap } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import { printExpression, storedExpressionSchema } from '@acequia/event';
import { elementOf, fallbackOf, offeredOptions, type FormField } from '../model/describe-fields.ts';

/** What can be said of a field from its schema, its words and the component's examples: the same that the reference prints. */
export interface FieldFacts {
  readonly required: boolean;
  readonly fallback: string | undefined;
  readonly bounds: { readonly min: string | undefined; readonly max: string | undefined } | undefined;
  /** Choices by the word shown and the value stored. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly when: { readonly field: string; readonly values: readonly string[] } | undefined;
  readonly types: readonly string[];
  /** Values from the component's examples, then what its words give; each once. */
  readonly examples: readonly string[];
}

const examplesMax = 3;
const exampleChars = 200;

export function factsOf(
  { name, schema, hint, words }: FormField,
  path: string,
  configs: readonly unknown[],
  language: Language,
): FieldFacts {
  const fallback = fallbackOf(schema);
  const { min, max } = hint.bounds ?? {};
  const listed = hint.widget === 'operation' ? [] : offeredOptions({ schema, hint }, undefined);
  const found = configs.flatMap((config) => valuesAt(config, path === '' ? [name] : path.split('.')));
  const placeholder = words.placeholder?.[language];
  const examples = [...found.map(shown), ...(placeholder === undefined ? [] : [placeholder])].filter((text) => text !== '');
  return {
    required: hint.required === true || hint.wanted === true,
    fallback: fallback === undefined ? undefined : shown(fallback),
    bounds: min === undefined && max === undefined ? undefined : { min: min?.toString(), max: max?.toString() },
    options: listed.map((value) => ({ value, label: words.options?.[value]?.[language] ?? value })),
    when: hint.when ? { field: hint.when.field, values: hint.when.in.map(String) } : undefined,
    types: hint.fieldTypes ?? [],
    examples: [...new Set(examples)].slice(0, examplesMax),
  };
}

/** Every value a path leads to; numbers of entries stand for all entries of the list. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [head, ...rest] = path;
  if (head === undefined) return value === undefined ? [] : [value];
  if (Array.isArray(value)) return (value as readonly unknown[]).flatMap((entry) => valuesAt(entry, /^\d+$/.test(head) ? rest : path));
  return typeof value === 'object' && value !== null ? valuesAt((value as Readonly<Record<string, unknown>>)[head], rest) : [];
}

/** A value of a configuration as a person would write it. */
function shown(value: unknown): string {
  const stored = storedExpressionSchema.safeParse(value);
  if (stored.success) return printExpression(stored.data.ast);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > exampleChars ? `${text.slice(0, exampleChars)}…` : text;
}

/** The kind of value, for its general explanation: of a list, what its entries are. */
export function kindOf({ schema, hint }: FormField): FormField['hint']['widget'] {
  return hint.widget === 'object' && elementOf(unwrap(schema)) ? 'list' : hint.widget;
}
