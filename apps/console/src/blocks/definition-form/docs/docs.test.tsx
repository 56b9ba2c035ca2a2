import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { choiceField, configObject, integerField, textField } from '@acequia/component-sdk/definition';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { DefinitionForm } from '../definition-form.tsx';
import { describeFields } from '../model/describe-fields.ts';
import { AroundForm } from '../test-around.tsx';
import { factsOf } from './field-facts.ts';
import { markPassage } from './mark-passage.ts';

startI18n('en');
afterEach(cleanup);

const schema = configObject({
  host: textField({}),
  port: integerField({ default: 514, min: 1, max: 65_535 }),
  mode: choiceField(['a', 'b'], { default: 'a' }),
});
const words = {
  host: { label: { en: 'Host', es: 'Host' }, help: { en: 'Where to.', es: 'Adónde.' } },
  port: { label: { en: 'Port', es: 'Puerto' } },
  mode: { label: { en: 'Mode', es: 'Modo' }, options: { a: { en: 'Alpha', es: 'Alfa' }, b: { en: 'Beta', es: 'Beta' } } },
};
const component = {
  kind: 'listener' as const,
  id: 'none',
  examples: [{ host: 'log.example.org', port: 6514 }, { host: 'log.example.org' }],
};

it('opens at the field asked for, follows the focus, and closes without taking it', () => {
  render(<DefinitionForm schema={schema} words={words} value={{}} onChange={() => undefined} component={component} />, {
    wrapper: AroundForm,
  });
  expect(screen.queryByRole('complementary')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Learn more about Host' }));
  const docs = screen.getByRole('complementary', { name: 'About this field' });
  expect(within(docs).getByRole('heading', { name: 'Host' })).toBeTruthy();
  expect(within(docs).getByText('log.example.org')).toBeTruthy();
  act(() => screen.getByLabelText('Port').focus());
  expect(within(docs).getByRole('heading', { name: 'Port' })).toBeTruthy();
  expect(within(docs).getByText('1 to 65535')).toBeTruthy();
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Port'));
});

it('knows default, bounds, choices and examples of a field, those of every entry of a list too', () => {
  const [host, port, mode] = describeFields(schema, words, {});
  expect(factsOf(host!, 'host', component.examples, 'en')).toMatchObject({ required: true, examples: ['log.example.org'] });
  expect(factsOf(port!, 'port', component.examples, 'en')).toMatchObject({ fallback: '514', bounds: { min: '1', max: '65535' } });
  expect(factsOf(mode!, 'mode', [], 'es').options).toEqual([
    { value: 'a', label: 'Alfa' },
    { value: 'b', label: 'Beta' },
  ]);
  expect(factsOf(host!, 'peers.4.host', [{ peers: [{ host: 'x' }, { host: 'y' }] }], 'en').examples).toEqual(['x', 'y']);
});

it('marks the passage that names the field rather than one that only mentions it', () => {
  const page = document.createElement('div');
  page.innerHTML = '<div class="prose"><p>A port is needed.</p><ul><li><strong>Port</strong>: which one.</li></ul></div>';
  markPassage(page, ['Port', 'port'])();
  expect([page.querySelector('li')!.style.background === '', page.querySelector('p')!.style.background === '']).toEqual([false, true]);
});
