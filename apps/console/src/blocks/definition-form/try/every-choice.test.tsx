import { cleanup, render } from '@testing-library/react';
import { hintOf, parseConfig } from '@acequia/component-sdk/definition';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DefinitionForm } from '../definition-form.tsx';
import { optionsOf } from '../model/describe-fields.ts';
import { AroundForm } from '../test-around.tsx';
import { catalogueForms } from './catalogue-forms.ts';
import { pick } from './hands.ts';
import type { Config } from './lines.ts';

afterEach(cleanup);

const readsTables = catalogueForms.filter(({ schema }) => Object.values(schema.shape).some((field) => hintOf(field)?.widget === 'lookup'));
const choices = readsTables.flatMap((form) =>
  Object.entries(form.schema.shape).flatMap(([field, schema]) =>
    hintOf(schema)?.widget === 'choice' ? [{ name: form.name, field, form, options: optionsOf(schema) }] : [],
  ),
);

let latest: Config = {};
function Trial({ form, initial }: { readonly form: (typeof catalogueForms)[number]; readonly initial: Config }) {
  const [value, setValue] = useState(initial);
  latest = value;
  return (
    <AroundForm>
      <DefinitionForm schema={form.schema} words={form.text.fields} value={value} onChange={setValue} />
    </AroundForm>
  );
}

it.each(choices)('$name: no $field is out of reach, and each is valid', ({ form, field, options }) => {
  expect(options.length).toBeGreaterThan(1);
  const example = { ...form.examples[0], fixedVersion: 1 };
  for (const [index, option] of options.entries()) {
    const other = options[(index + 1) % options.length]!;
    const { container, unmount } = render(<Trial form={form} initial={{ ...example, [field]: other }} />);
    pick(container.querySelector(`[data-path="${field}"]`)!, index);
    expect(latest[field]).toBe(option);
    expect(parseConfig(form.schema, latest).ok).toBe(true);
    unmount();
  }
});
