import { act, cleanup, render } from '@testing-library/react';
import { findOperation } from '@acequia/components/definitions';
import { hintOf, parseConfig, unwrap } from '@acequia/component-sdk/definition';
import type { Lookup, Secret } from '@acequia/contract';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startI18n } from '#i18n/i18n.ts';
import { DefinitionForm } from '../definition-form.tsx';
import { elementOf, freshValue, offeredOptions, optionsOf } from '../model/describe-fields.ts';
import { AroundForm } from '../test-around.tsx';
import { catalogueForms, type CatalogueForm } from './catalogue-forms.ts';
import { addTag, find, pick, press, shownIn, type, unfold, write } from './hands.ts';
import { linesOf, showing, valueAt, withAt, type Config, type Line } from './lines.ts';
import { lookupId, otherValue, secretId } from './other-value.ts';

startI18n('en');
beforeAll(async () => {
  await Promise.all([
    import('#blocks/condition-editor/code-editor.tsx'),
    import('../widgets/condition-widgets.tsx'),
    import('../widgets/operation-widget.tsx'),
    import('../widgets/pattern-widget.tsx'),
    import('../widgets/regex-widget.tsx'),
    import('../widgets/template-widget.tsx'),
  ]);
});
afterEach(cleanup);

const secrets = [
  { id: secretId, name: 'Other secret', active: true, expirationDate: Number.MAX_SAFE_INTEGER },
] as unknown as readonly Secret[];

const lookups = [{ id: lookupId, name: 'Other table', active: null }] as unknown as readonly Lookup[];

let latest: Config = {};
let reset: (config: Config) => void = () => undefined;
/** The form of one field of the top; a whole form would be drawn anew with each of a thousand changes. */
function Trial({ form, initial, only }: { readonly form: CatalogueForm; readonly initial: Config; readonly only: string }) {
  const [value, setValue] = useState(initial);
  latest = value;
  reset = setValue;
  const hidden = new Set(Object.keys(form.schema.shape).filter((name) => name !== only));
  return (
    <AroundForm secrets={secrets} lookups={lookups}>
      <DefinitionForm schema={form.schema} words={form.text.fields} value={value} onChange={setValue} hidden={hidden} />
    </AroundForm>
  );
}

async function mounted(form: CatalogueForm, initial: Config, only: string): Promise<HTMLElement> {
  const { container } = await act(async () => render(<Trial form={form} initial={initial} only={only} />));
  unfold(container);
  await act(async () => undefined);
  return container;
}

const elementAt = (root: Element, { path }: Line): Element => {
  const found = root.querySelector(`[data-path="${path.join('.')}"]`);
  if (!found) throw new Error(`${path.join('.')} is not on the form`);
  return found;
};

/** Changes a line as a person would; gives the value that must come of it. */
async function change(line: Line, at: Element): Promise<unknown> {
  const { hint } = line;
  if (hint.widget === 'list') return addEntry(line, at);
  if (hint.widget === 'map') return addPair(line, at);
  if (hint.widget === 'choices') return toggle(line, at);
  const next = otherValue(line);
  if (hint.widget === 'boolean') press(at, '[role=switch]');
  else if (hint.widget === 'choice') pick(at, offeredOptions(line, line.value).indexOf(String(next)));
  else if (['secret', 'pem', 'lookup'].includes(hint.widget)) pick(at, -1);
  else if (hint.widget === 'operation') find(at, findOperation(String(next))!.title.en);
  else if (hint.widget === 'condition' || hint.widget === 'expression') {
    if (!at.querySelector('.cm-editor')) await act(async () => press(at, '[role=radio]:last-of-type'));
    write(at, (next as { readonly code: string }).code);
  } else if (at.querySelector('.cm-editor')) write(at, String(next));
  else type(at, String(next));
  return next;
}

function toggle({ value, schema }: Line, at: Element): unknown {
  const chosen = (value ?? []) as readonly string[];
  const options = optionsOf(schema);
  const place = Math.max(
    0,
    options.findIndex((option) => !chosen.includes(option)),
  );
  press(at, `label:nth-of-type(${place + 1}) [role=checkbox]`);
  const option = options[place]!;
  return chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option];
}

function addPair({ value }: Line, at: Element): unknown {
  press(at, ':scope [role=group] > div:last-child button');
  const names = at.querySelectorAll('input');
  type(names[names.length - 2]!.parentElement!, 'other');
  return { ...(value as Config | undefined), other: '' };
}

/** A tag is typed; of everything else one more entry is asked for. */
function addEntry({ value, schema, path }: Line, at: Element): unknown {
  const entries = (value ?? []) as readonly unknown[];
  const element = elementOf(schema)!;
  const hint = hintOf(element) ?? { widget: 'text' as const };
  if (!(unwrap(element) instanceof z.ZodObject) && at.querySelector('[data-multi] > input')) {
    const entry = otherValue({ path, schema: element, hint, value: entries.at(-1) });
    addTag(at, String(entry));
    return [...entries, entry];
  }
  press(at, '.flex-col > div:last-child > button');
  return [...entries, freshValue(element) ?? (unwrap(element) instanceof z.ZodObject ? {} : '')];
}

/** What the configuration must be once a line has the value; another operation begins with its own parameters. */
function expected(form: CatalogueForm, base: Config, { path, hint }: Line, next: unknown): unknown {
  const changed = withAt(form.schema, base, path, next);
  return hint.widget === 'operation' ? withAt(form.schema, changed, [...path.slice(0, -1), 'parameters'], {}) : changed;
}

interface Stage {
  readonly base: Config;
  /** Field of the top. */
  readonly only: string;
  readonly lines: readonly Line[];
}

/** The same for every entry of a list. */
const kindOf = ({ path }: Line): string => path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.');

/** Every line of the form once, under a configuration that shows it: an example, or one changed so that it does. */
function stages({ schema, examples }: CatalogueForm): readonly Stage[] {
  const names = Object.keys(schema.shape);
  const seen = new Set<string>();
  const bases = [...examples, ...names.map((name) => showing(schema, examples[0] ?? {}, name))];
  return bases.flatMap((base) => {
    const fresh = linesOf(schema, base).filter((line) => {
      const known = seen.has(kindOf(line));
      seen.add(kindOf(line));
      return !known;
    });
    return names.flatMap((only) => {
      const lines = fresh.filter(({ path }) => path[0] === only);
      return lines.length === 0 ? [] : [{ base, only, lines }];
    });
  });
}

/** Changes a line, then takes the change back from outside. */
async function tryLine(form: CatalogueForm, base: Config, root: Element, line: Line): Promise<void> {
  const name = line.path.join('.');
  const before = shownIn(elementAt(root, line));
  const next = await change(line, elementAt(root, line));
  expect(latest, name).toEqual(expected(form, base, line, next));
  expect(shownIn(elementAt(root, line)), name).not.toBe(before);
  const read = parseConfig(form.schema, latest);
  if (read.ok) expect(valueAt(read.value, line.path), name).toEqual(z.parse(line.schema, next));
  act(() => reset(base));
  // An emptied condition stays in the form it was written in.
  if (line.hint.widget !== 'condition') expect(shownIn(elementAt(root, line)), name).toBe(before);
}

describe('every form of the catalogue', () => {
  it.each(catalogueForms)('$name leaves no field of its schema out', (form) => {
    const shape = form.schema.shape as z.core.$ZodLooseShape;
    expect(new Set(stages(form).map(({ only }) => only))).toEqual(
      new Set(Object.keys(shape).filter((name) => !hintOf(shape[name]!)?.unused && hintOf(shape[name]!))),
    );
  });

  it.each(catalogueForms)('$name does not lose or turn what is put into a field', async (form) => {
    for (const { base, only, lines } of stages(form)) {
      const root = await mounted(form, base, only);
      expect(latest).toEqual(base);
      for (const line of lines) await tryLine(form, base, root, line);
      cleanup();
    }
  });
});
