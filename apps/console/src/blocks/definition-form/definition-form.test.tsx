import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from '@acequia/components/definitions';
import {
  booleanField,
  choiceField,
  configObject,
  integerField,
  mapField,
  parseConfig,
  textField,
  type ConfigSchema,
} from '@acequia/component-sdk/definition';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { DefinitionForm } from './definition-form.tsx';
import { AroundForm as Around } from './test-around.tsx';
import { useConfigCheck } from './model/use-config-check.ts';

afterEach(cleanup);

const schema = configObject({
  mode: choiceField(['plain', 'secret'], { default: 'plain' }),
  host: textField({}),
  port: integerField({ default: 514, min: 1, max: 65_535 }),
  token: textField({ when: { field: 'mode', in: ['secret'] } }),
  verify: booleanField({ default: true }),
  headers: mapField({ default: {} }),
});
const say = (text: string) => ({ label: { en: text, es: text } });
const words = {
  mode: { ...say('Mode'), options: { plain: { en: 'Plain', es: 'Simple' }, secret: { en: 'Secret', es: 'Secreto' } } },
  host: say('Host'),
  port: say('Port'),
  token: say('Token'),
  verify: say('Verify'),
  headers: say('Headers'),
};

let latest: Record<string, unknown> = {};
function Trial({ initial = {} }: { readonly initial?: Record<string, unknown> }) {
  const [value, setValue] = useState(initial);
  const check = useConfigCheck(schema, value);
  latest = value;
  return (
    <>
      <DefinitionForm schema={schema} words={words} value={value} onChange={setValue} faults={check.faults} form={check.form} />
      <button type="button" onClick={() => check.submit()}>
        submit
      </button>
    </>
  );
}

describe('definition form', () => {
  it('shows defaults without writing them into the configuration', () => {
    render(<Trial />, { wrapper: Around });
    expect(screen.getByLabelText('Port')).toHaveProperty('value', '514');
    expect(screen.getByRole('switch', { name: 'Verify' }).getAttribute('aria-checked')).toBe('true');
    expect(latest).toEqual({});
  });
  it('says nothing before the submission, then beside the field, and takes it back while typing', async () => {
    render(<Trial />, { wrapper: Around });
    const user = userEvent.setup();
    expect(screen.queryByText('Fill this in.')).toBeNull();
    await user.click(screen.getByText('submit'));
    expect(screen.getByText('Fill this in.')).toBeTruthy();
    await user.type(screen.getByLabelText('Host'), 'x');
    expect(screen.queryByText('Fill this in.')).toBeNull();
  });
  it('keeps a number as it is typed, also while it is none', async () => {
    render(<Trial />, { wrapper: Around });
    const user = userEvent.setup();
    await user.clear(screen.getByLabelText('Port'));
    await user.type(screen.getByLabelText('Port'), '12x');
    expect(screen.getByLabelText('Port')).toHaveProperty('value', '12x');
    expect(latest['port']).toBe('12x');
    await user.type(screen.getByLabelText('Port'), '{Backspace}');
    expect(latest['port']).toBe(12);
  });
  it('lets a default be emptied and typed over, and shows it again when the field is left empty', async () => {
    render(<Trial />, { wrapper: Around });
    const user = userEvent.setup();
    await user.clear(screen.getByLabelText('Port'));
    expect(screen.getByLabelText('Port')).toHaveProperty('value', '');
    await user.tab();
    expect(screen.getByLabelText('Port')).toHaveProperty('value', '514');
    expect(latest).toEqual({});
  });
  it('shows a field only while what it hangs on has the value', () => {
    const { unmount } = render(<Trial />, { wrapper: Around });
    expect(screen.queryByLabelText('Token')).toBeNull();
    unmount();
    render(<Trial initial={{ mode: 'secret' }} />, { wrapper: Around });
    expect(screen.getByLabelText('Token')).toBeTruthy();
  });
  it('writes a map line by line', async () => {
    render(<Trial />, { wrapper: Around });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.type(screen.getByLabelText('Name'), 'X-A');
    await user.type(screen.getByLabelText('Value'), '1');
    expect(latest['headers']).toEqual({ 'X-A': '1' });
  });
});

/** Names of members at any depth: what stands on the screen where a word is missing. */
function keysIn(words: unknown): ReadonlySet<string> {
  if (typeof words !== 'object' || words === null) return new Set();
  return new Set(Object.entries(words).flatMap(([key, value]) => [key, ...keysIn(value)]));
}

describe('every component of the catalogue', () => {
  const forms: (readonly [string, ConfigSchema, { readonly fields: unknown; readonly groups?: unknown }, readonly unknown[]])[] = [
    ...Object.values(listenerDefinitions).map(
      (one) => [`listener ${one.id}`, one.config, one.text, one.examples.map((example) => example.config)] as const,
    ),
    ...Object.values(actionDefinitions).map(
      (one) => [`action ${one.id}`, one.config, one.text, one.examples.map((example) => example.config)] as const,
    ),
    ...Object.values(datasinkDefinitions).map(
      (one) => [`datasink ${one.id}`, one.creation, one.text, one.examples.map((example) => example.creation)] as const,
    ),
    ...Object.values(datasinkDefinitions).map(
      (one) => [`node of ${one.id}`, one.node, one.text, one.examples.map((example) => example.node)] as const,
    ),
  ];
  for (const language of ['en', 'es'] as const) {
    it.each(forms)(`draws the form of %s, empty and with its examples, in ${language}`, (_name, config, text, examples) => {
      startI18n(language);
      for (const value of [{}, ...examples]) {
        const { container, unmount } = render(
          <DefinitionForm schema={config} words={text.fields} value={value as Record<string, unknown>} onChange={() => undefined} />,
          { wrapper: Around },
        );
        const rawKeys = [...container.querySelectorAll('label, h3, .ui-hint')]
          .map((element) => element.textContent ?? '')
          .filter((label) => /^[a-z]+[A-Z]\w*$/.test(label) && keysIn(text).has(label));
        expect(rawKeys).toEqual([]);
        unmount();
      }
      startI18n('en');
    });
  }
  it.each(forms)('shows a valid example of %s as valid', (_name, config, _text, examples) => {
    for (const example of examples) expect(parseConfig(config, example).ok).toBe(true);
  });
});
