import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  booleanField,
  choiceField,
  configObject,
  integerField,
  mapField,
  parseConfig,
  regexField,
  textField,
} from '@acequia/component-sdk/definition';
import { patternEngine } from '@acequia/event';
import { useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { DefinitionForm } from './definition-form.tsx';
import { AroundForm as Around } from './test-around.tsx';
import { useConfigCheck } from './model/use-config-check.ts';
import { catalogueForms } from './try/catalogue-forms.ts';
import { unfold } from './try/hands.ts';

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

it('a-choice-that-reads-cut: one with a long option has a line of its own in the language where it is long, whatever is chosen', () => {
  const long = {
    ...words,
    mode: { ...words.mode, options: { ...words.mode.options, secret: { en: 'Secret', es: 'Salir por el puerto de error' } } },
  };
  const placeOfMode = () => {
    const { container } = render(<DefinitionForm schema={schema} words={long} value={{}} onChange={() => undefined} faults={[]} />, {
      wrapper: Around,
    });
    return container.querySelector('[data-path="mode"]')?.className;
  };
  expect(placeOfMode()).toBe('col-span-1');
  cleanup();
  onTestFinished(() => startI18n('en'));
  startI18n('es');
  expect(placeOfMode()).toBe('col-span-2');
});

describe('a field with a fault', () => {
  it('is named with what is wrong and an example that works', async () => {
    const helped = { ...words, host: { ...say('Host'), placeholder: { en: 'siem.example.com', es: 'siem.example.com' } } };
    const faults = [{ path: 'host', code: 'CONFIG_REQUIRED', severity: 'error' }] as const;
    render(<DefinitionForm schema={schema} words={helped} value={{}} onChange={() => undefined} faults={faults} />, { wrapper: Around });
    expect(screen.getByText('Host is required. Example: siem.example.com')).toBeTruthy();
  });

  it('says a wrong pattern once, in words, and marks its wrong piece', async () => {
    const patterns = configObject({ pattern: regexField({}) });
    const value = { pattern: 'a(b)c)d' };
    const faults = [{ path: 'pattern', code: 'CONFIG_REGEX', severity: 'error' }] as const;
    await patternEngine();
    render(
      <DefinitionForm schema={patterns} words={{ pattern: say('Pattern') }} value={value} onChange={() => undefined} faults={faults} />,
      { wrapper: Around },
    );
    expect(await screen.findAllByText(/closes no group/)).toHaveLength(1);
    expect(screen.queryByText(/not a valid regular expression/)).toBeNull();
    expect(document.querySelector('.src-fault')?.textContent).toBe(')');
    expect(screen.getByRole('button', { name: 'At character 6' })).toBeTruthy();
    expect(document.body.textContent).not.toContain('REGEX_');
  });
});

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
    expect(screen.queryByText(/is required\.$/)).toBeNull();
    await user.click(screen.getByText('submit'));
    expect(screen.getByText(/is required\.$/)).toBeTruthy();
    await user.type(screen.getByLabelText('Host'), 'x');
    expect(screen.queryByText(/is required\.$/)).toBeNull();
  });
  it('tells the fault of a field when it is left, and nothing of those that were not', async () => {
    render(<Trial initial={{ mode: 'secret' }} />, { wrapper: Around });
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('Host'));
    expect(screen.queryByText(/is required\.$/)).toBeNull();
    await user.tab();
    expect(screen.getAllByText(/is required\.$/)).toHaveLength(1);
    expect(screen.getByLabelText('Host').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Token').getAttribute('aria-invalid')).not.toBe('true');
  });
  it('does not tell a fault while a press is under way, so that nothing moves away from it', async () => {
    render(<Trial />, { wrapper: Around });
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('Host'));
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByText('submit') });
    expect(screen.queryByText(/is required\.$/)).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]', target: screen.getByText('submit') });
    expect(await screen.findByText(/is required\.$/)).toBeTruthy();
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
  it('does not offer an order per key, which data sinks do not have yet; who chose it sees it, and what it does', () => {
    const { schema: creation, text } = catalogueForms.find(({ name }) => name === 'datasink http')!;
    const offered = (value: Readonly<Record<string, unknown>>) => {
      const { container, unmount } = render(
        <DefinitionForm schema={creation} words={text.fields} value={value} onChange={() => undefined} />,
        { wrapper: Around },
      );
      unfold(container);
      fireEvent.keyDown(container.querySelector('[data-path="order"] button[role=combobox]')!, { key: 'Enter' });
      const options = screen.getAllByRole('option').map((option) => option.textContent);
      unmount();
      return options;
    };
    const chosen = { order: 'key', orderKey: 'user' };
    expect(parseConfig(creation, chosen).ok).toBe(true);
    const perKey = 'Per key (for now, the same as strict)';
    expect(offered({})).toEqual(['Batches may overtake', 'Strict, one at a time']);
    expect(offered(chosen)).toEqual(['Batches may overtake', perKey, 'Strict, one at a time']);
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
  for (const language of ['en', 'es'] as const) {
    it.each(catalogueForms)(
      `draws the form of $name, empty and with its examples, in ${language}`,
      ({ schema: config, text, examples }) => {
        startI18n(language);
        for (const value of [{}, ...examples]) {
          const { container, unmount } = render(
            <DefinitionForm schema={config} words={text.fields} value={value} onChange={() => undefined} />,
            { wrapper: Around },
          );
          const rawKeys = [...container.querySelectorAll('label, h3, .ui-hint')]
            .map((element) => element.textContent ?? '')
            .filter((label) => /^[a-z]+[A-Z]\w*$/.test(label) && keysIn(text).has(label));
          expect(rawKeys).toEqual([]);
          unmount();
        }
        startI18n('en');
      },
    );
  }
  it.each(catalogueForms)('shows a valid example of $name as valid', ({ schema: config, examples }) => {
    for (const example of examples) expect(parseConfig(config, example).ok).toBe(true);
  });
});
