import { proposeParser, proposePattern } from '@acequia/components/definitions';
import { cleanName } from '@acequia/event';
import { textOf, type ShownField } from './preview-rows.ts';

export const suggestionKinds = ['extract', 'mask', 'drop', 'rename', 'route'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** A step that does to a value what a person points at. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  readonly component: string;
  readonly config: Readonly<Record<string, unknown>>;
}

const portNameMax = 64;

/** What can be done with a field; `values` are its JSON texts in all events of the preview, this one's among them. */
export function suggestionsFor(field: ShownField, values: readonly string[]): readonly Suggestion[] {
  return [extract(field, values), mask(field), drop(field), rename(field), route(field)].filter((each) => each !== undefined);
}

function extract({ name, type }: ShownField, values: readonly string[]): Suggestion | undefined {
  if (type !== 'string') return undefined;
  const texts = values.map(textOf);
  const proposal = proposeParser(texts, name)[0] ?? proposePattern(texts, name);
  return proposal && { kind: 'extract', component: 'parser', config: { ...proposal } };
}

function mask({ name, type }: ShownField): Suggestion | undefined {
  if (!['string', 'integer', 'float'].includes(type)) return undefined;
  const whole = { name: cleanDetectorName(name), regex: '.+', check: 'none' };
  return { kind: 'mask', component: 'redact', config: { detectors: [], ownDetectors: [whole], mode: 'mask', fields: [name] } };
}

const cleanDetectorName = (name: string): string => `value-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`.slice(0, 64);

const drop = ({ name }: ShownField): Suggestion =>
  transformation('drop', { field: name, operation: 'remove', parameters: { names: [name] } });

const rename = ({ name }: ShownField): Suggestion =>
  transformation('rename', { field: name, operation: 'rename', parameters: {}, output: cleanName(`new_${name}`, 1) });

const transformation = (kind: SuggestionKind, step: Readonly<Record<string, unknown>>): Suggestion => ({
  kind,
  component: 'field-transformation',
  config: { steps: [step] },
});

function route(field: ShownField): Suggestion | undefined {
  const value = literal(field);
  if (value === undefined) return undefined;
  const text = textOf(field.value)
    .replaceAll(/[^A-Za-z0-9 .\-_]/g, ' ')
    .trim();
  const name = ['', 'default', 'error'].includes(text) ? `${field.name} ${text}`.trim() : text;
  const condition = { form: 'visual', ast: { field: field.name, op: 'eq', value } };
  return {
    kind: 'route',
    component: 'conditional',
    config: { mode: 'first', conditions: [{ name: name.slice(0, portNameMax), condition }] },
  };
}

/** A value that a condition can be compared with. */
function literal({ type, value }: ShownField): string | number | boolean | undefined {
  if (type === 'string') return textOf(value);
  if (type === 'boolean') return value === 'true';
  const number = Number(value);
  return (type === 'integer' && Number.isSafeInteger(number)) || type === 'float' ? number : undefined;
}
