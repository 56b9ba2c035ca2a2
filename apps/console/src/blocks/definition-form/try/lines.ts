import { findOperation } from '@acequia/components/definitions';
import { hintOf, shown, unwrap, type ConfigSchema, type FieldHint } from '@acequia/component-sdk/definition';
import * as z from 'zod';
import { describeFields, elementOf, fallbackOf, type FormWords } from '../model/describe-fields.ts';

export type Config = Readonly<Record<string, unknown>>;

/** A line of a form: the field, where it stands, and what it shows. */
export interface Line {
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
  readonly hint: FieldHint;
  /** The value or its default. */
  readonly value: unknown;
}

const isConfig = (value: unknown): value is Config => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every line of the form of a configuration, insides of objects and lists included. */
export function linesOf(schema: z.core.$ZodType, config: Config, path: readonly string[] = []): readonly Line[] {
  return describeFields(schema, {} as FormWords, config).flatMap((field): readonly Line[] => {
    const value = config[field.name] ?? fallbackOf(field.schema);
    const here = [...path, field.name];
    const line: Line = { path: here, schema: field.schema, hint: field.hint, value };
    const inner = unwrap(field.schema);
    const inside = isConfig(value) ? value : {};
    if (inner instanceof z.ZodRecord && field.hint.widget === 'object') {
      const operation = findOperation(String(config['operation']));
      return operation ? linesOf(operation.parameters, inside, here) : [];
    }
    if (inner instanceof z.ZodObject && field.hint.widget === 'object') return linesOf(field.schema, inside, here);
    return [line, ...entryLines(field.schema, value, here)];
  });
}

/** Lines of a list's entries; short texts are tags and have none. */
function entryLines(schema: z.core.$ZodType, value: unknown, path: readonly string[]): readonly Line[] {
  const element = elementOf(schema);
  const hint = element && hintOf(element);
  if (!element || !Array.isArray(value)) return [];
  return value.flatMap((entry, index): readonly Line[] => {
    const here = [...path, String(index)];
    if (unwrap(element) instanceof z.ZodObject) return linesOf(element, entry as Config, here);
    return hint && ['template', 'regex', 'pattern', 'expression'].includes(hint.widget)
      ? [{ path: here, schema: element, hint, value: entry }]
      : [];
  });
}

/** The configuration with another value at a place; unnamed objects on the way are written with their defaults. */
export function withAt(schema: z.core.$ZodType, config: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(config)) return config.with(Number(name), withAt(elementOf(schema)!, config[Number(name)], rest, value));
  const inner = unwrap(schema);
  const member = inner instanceof z.ZodObject ? (inner.shape as z.core.$ZodLooseShape)[name]! : z.unknown();
  const inside = isConfig(config) ? config : {};
  return { ...inside, [name]: withAt(member, inside[name] ?? (rest.length > 0 ? fallbackOf(member) : undefined), rest, value) };
}

export const valueAt = (config: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], config);

/** The configuration in which a field of the top is shown: what it hangs on is given a value that shows it. */
export function showing(schema: ConfigSchema, config: Config, name: string): Config {
  const shape = schema.shape as z.core.$ZodLooseShape;
  const hint = hintOf(shape[name]!);
  if (!hint?.when || shown(hint, shape, config)) return config;
  const { field, in: values } = hint.when;
  const governing = unwrap(shape[field]!);
  return { ...showing(schema, config, field), [field]: governing instanceof z.ZodArray ? [values[0]] : values[0] };
}
