import { hintOf, unwrap } from '@acequia/component-sdk/definition';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogueForms } from '../try/catalogue-forms.ts';
import { elementOf, type FieldWords, type FormField } from './describe-fields.ts';
import { exampleOf, writtenIn } from './example-of.ts';

/** Every field of a form, those inside objects and list entries included. */
function fieldsIn(schema: z.core.$ZodType, words: Readonly<Record<string, FieldWords>>, path = ''): readonly FormField[] {
  const inner = unwrap(schema);
  const element = elementOf(schema);
  if (element) return fieldsIn(element, words, path);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as z.core.$ZodLooseShape).flatMap(([key, member]) => {
    const hint = hintOf(member);
    if (!hint || hint.unused) return [];
    const own = words[key] ?? { label: { en: key, es: key } };
    const name = `${path}${key}`;
    return [{ name, schema: member, hint, words: own }, ...fieldsIn(member, own.fields ?? {}, `${name}.`)];
  });
}

describe.each(catalogueForms)('a problem in the form of $name', ({ schema, text }) => {
  const fields = fieldsIn(schema, text.fields as Readonly<Record<string, FieldWords>>);

  it.each(['en', 'es'] as const)('gives an example for each field that must be written, in %s', (language) => {
    const written = fields.filter((field) => (field.hint.required || field.hint.wanted) && writtenIn(field) !== undefined);
    expect(written.filter((field) => exampleOf(field, language) === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('gives the example that an empty field shows, which works', () => {
    const given = fields.filter((field) => field.words.placeholder !== undefined && writtenIn(field) !== undefined);
    expect(given.map((field) => exampleOf(field, 'en'))).toEqual(given.map(({ words }) => words.placeholder?.en));
    expect(given.map((field) => exampleOf(field, 'es'))).toEqual(given.map(({ words }) => words.placeholder?.es));
  });
});

it('an example is a text that the field accepts', () => {
  const label = { en: 'Port', es: 'Puerto' };
  const port = { hint: { widget: 'port' }, words: { label } } as const;
  expect(exampleOf({ ...port, schema: z.int().min(1024) }, 'en')).toBe('8080');
  expect(exampleOf({ ...port, schema: z.int().min(9000), hint: { widget: 'port', bounds: { min: 9000 } } }, 'en')).toBe('9000');
  expect(exampleOf({ ...port, schema: z.int().min(1).default(601) }, 'en')).toBe('601');
  expect(exampleOf({ ...port, schema: z.int(), words: { label, placeholder: { en: 'none', es: 'nada' } } }, 'en')).toBe('514');
  expect(exampleOf({ schema: z.array(z.string().meta({ widget: 'field' })), hint: { widget: 'list' }, words: { label } }, 'en')).toBe(
    'message',
  );
});
