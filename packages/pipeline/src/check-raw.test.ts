import { booleanField, configObject, defineAction, defineDatasink, templateField, textField } from '@acequia/component-sdk/definition';
import { typeOfField } from '@acequia/event';
import { expect, it } from 'vitest';
import type { PipelineDocument } from './document.ts';
import type { Surroundings } from './surroundings.ts';
import { action, datasink, documentOf, label, surroundings } from './testing/index.ts';
import { publishable, validate } from './validate.ts';

const text = (en: string) => ({ en, es: en });
/** Hides something, in the original message as well or not. */
const veil = defineAction({
  kind: 'action',
  id: 'veil',
  version: '1.0.0',
  group: 'filtering',
  state: 'none',
  examples: [],
  config: configObject({ whole: booleanField({ default: false }) }),
  text: { title: text('Veil'), summary: text('Hides.'), fields: { whole: { label: text('Whole') } } },
  overview: () => [],
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (_config, input) => ({ default: input, error: input }),
  check: () => [],
  hidesInRaw: ({ whole }) => whole,
});
/** Sends a line; without `message`, the original one. */
const post = defineDatasink({
  kind: 'datasink',
  id: 'post',
  version: '1.0.0',
  order: 'none',
  effect: 'once',
  examples: [],
  creation: configObject({ place: textField({ default: '/' }) }),
  node: configObject({ line: templateField({ default: '${message}' }) }),
  text: { title: text('Post'), summary: text('Sends.'), fields: { place: { label: text('Place') }, line: { label: text('Line') } } },
  overview: () => [],
  ports: () => [{ id: 'error', kind: 'error' }],
  check: () => [],
  sendsRaw: (_node, input) => typeOfField(input, 'message') === undefined,
});
const around: Surroundings = {
  ...surroundings,
  action: (id) => (id === 'veil' ? veil : surroundings.action(id)),
  datasink: (id) => (id === 'post' ? post : surroundings.datasink(id)),
  datasinkInstance: () => ({ component: 'post' }),
};
const hide = (id: string, whole = false) => action(id, { component: 'veil', config: { whole } });
const send = (id: string, line = '${_raw}') => datasink(id, { component: 'post', config: { line } });
const found = (document: PipelineDocument, known = around) =>
  validate(document, known)
    .problems.filter(({ code }) => code === 'raw-kept')
    .map(({ node, fields }) => `${node} ${fields?.['sink']}`);

it('warns of a step that hides something which a data sink sends in the original message, and may be published', () => {
  const document = documentOf([label(), hide('a'), action('b'), send('d')], ['in>a', 'a>b', 'b>d']);
  expect(found(document)).toEqual(['a d']);
  expect(publishable(validate(document, around))).toBe(true);
});

it('does not where the original message is hidden as well, is not sent, or is not kept', () => {
  const chain = (first: ReturnType<typeof hide>, sink = send('d')) => documentOf([label(), first, sink], ['in>a', 'a>d']);
  expect(found(chain(hide('a', true)))).toEqual([]);
  expect(found(chain(hide('a'), send('d', '${message}')))).toEqual([]);
  expect(found(documentOf([label(), hide('a'), hide('b', true), send('d')], ['in>a', 'a>b', 'b>d']))).toEqual([]);
  const keepsNone: Surroundings = { ...around, listener: (id) => ({ ...around.listener(id)!, config: { keepRaw: false } }) };
  expect(found(chain(hide('a')), keepsNone)).toEqual([]);
});

it('follows the ways of what was hidden: a sink beside the step, or at its error port, gets what it always got', () => {
  const document = documentOf([label(), hide('a'), send('d', '${message}'), send('e'), send('f')], ['in>a', 'in>e', 'a>d', 'a.error>f']);
  expect(found(document)).toEqual([]);
});

it('knows a data sink that falls back on the original message', () => {
  const undecoded = documentOf([label(), hide('a'), send('d', 'x')], ['in.error>a', 'a>d']);
  expect(found(undecoded)).toEqual(['a d']);
});
