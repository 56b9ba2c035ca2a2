import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { expect, it } from 'vitest';
import { createViewer } from './editor-view.ts';
import { findSteps } from './find-steps.ts';
import { catalogue } from './test-catalogue.ts';

const document = documentOf(
  [
    label(),
    action('a', { name: 'Mask emails', config: { name: 'user' } }),
    action('b', { comment: 'Ask security before a change' }),
    action('c', { name: 'Route', config: { condition: { form: 'visual', ast: { field: 'service', op: 'contains', value: 'checkout' } } } }),
    datasink('d', { name: 'Tagged archive' }),
  ],
  ['in>a', 'a>b', 'b>c', 'c>d'],
);
const view = createViewer()(document, catalogue, 'en', (id) => (id === 'all' ? 'All events' : id));
const found = (text: string) => findSteps(view, text, 'en').map(({ node, setting }) => [node, setting?.value].filter(Boolean).join(': '));

it('finds steps by name, then by type, then by a setting or a note', () => {
  expect(found('mask')).toEqual(['a']);
  expect(found('TAG')).toEqual(['b', 'd', 'a', 'c']);
  expect(found('user')).toEqual(['a: user']);
  expect(found('checkout')).toEqual(['c: checkout']);
  expect(found('contains')).toEqual([]);
  expect(found('security')).toEqual(['b: Ask security before a change']);
  expect(found('all events')).toEqual(['in']);
});

it('finds nothing for nothing, and for what is not there', () => {
  expect(found(' ')).toEqual([]);
  expect(found('kafka')).toEqual([]);
});
