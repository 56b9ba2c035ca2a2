import { globSync, readFileSync } from 'node:fs';
import type { TemplateCard } from '@acequia/contract';
import { documentSchema } from '@acequia/pipeline';
import { expect, test } from 'vitest';
import { openEnds, withEnds } from './ends.ts';
import { filterTemplates, tagsOf } from './filter-templates.ts';
import { namedTags, tagName } from './tag-name.ts';
import { savedFraction } from './recorded.ts';

const end = { name: 'x', customAction: { src: 'listener/x', color: 'listener' } };
const card = (id: string, name: string, tags: string[]): TemplateCard => ({
  id,
  name,
  description: '',
  author: { name: 'Acequia', avatar: 'acequia' },
  tags,
  actionFrom: end,
  actionTo: end,
  featured: false,
  own: false,
});
const cards = [card('a', 'Reducción de un firewall', ['red', 'web']), card('b', 'nginx', ['web'])];
const idsOf = (found: readonly TemplateCard[]) => found.map(({ id }) => id);

test('tags come from all templates, and a template must have every chosen one', () => {
  expect(tagsOf(cards)).toEqual(['web', 'red']);
  expect(idsOf(filterTemplates(cards, { tag: ['web'] }, 'en'))).toEqual(['a', 'b']);
  expect(idsOf(filterTemplates(cards, { tag: ['web', 'red'] }, 'en'))).toEqual(['a']);
});

test('the search does not stumble over case, accents or the order of words', () => {
  expect(idsOf(filterTemplates(cards, { q: 'FIREWALL reduccion' }, 'en'))).toEqual(['a']);
  expect(idsOf(filterTemplates(cards, { q: 'acequia' }, 'en'))).toEqual(['a', 'b']);
  expect(idsOf(filterTemplates(cards, { q: 'kafka' }, 'en'))).toEqual([]);
});

test('a tag is shown, and found, by its name in the language of the page; one that somebody wrote is as written', () => {
  const shipped = [card('c', 'Masking', ['privacy', 'own-tag'])];
  expect(['privacy', 'own-tag'].map((tag) => tagName(tag, 'es'))).toEqual(['privacidad', 'own-tag']);
  expect(idsOf(filterTemplates(shipped, { q: 'privacidad' }, 'es'))).toEqual(['c']);
  expect(idsOf(filterTemplates(shipped, { q: 'privacy' }, 'es'))).toEqual([]);
  expect(idsOf(filterTemplates(shipped, { tag: ['privacy'] }, 'es'))).toEqual(['c']);
});

test('no shipped tag is without a name in Spanish', () => {
  const files = globSync('templates/*/template.yaml');
  const tags = files.flatMap((file) => /^tags: \[(.+)\]$/m.exec(readFileSync(file, 'utf8'))![1]!.split(', '));
  expect([...new Set(tags)].toSorted()).toEqual(namedTags);
});

const document = documentSchema.parse({
  format: 1,
  nodes: [
    { kind: 'label', id: 'in', position: { x: 0, y: 0 }, listenerId: '', labelId: 'all' },
    { kind: 'datasink', id: 'a', position: { x: 0, y: 0 }, datasinkId: '', component: 'http', version: '1.0.0', config: { url: '/x' } },
    { kind: 'datasink', id: 'b', position: { x: 0, y: 0 }, datasinkId: '', component: 'syslog', version: '1.0.0', config: {} },
  ],
  links: [],
});

test('only chosen ends are closed: nothing is invented for the others', () => {
  expect(withEnds(document, openEnds)).toEqual(document);
  const chosen = withEnds(document, { listenerId: 'LI_1', labelId: 'LB_1', datasinks: { b: 'DS_1' } });
  expect(
    chosen.nodes.map((node) => (node.kind === 'label' ? [node.listenerId, node.labelId] : node.kind === 'datasink' ? node.datasinkId : '')),
  ).toEqual([['LI_1', 'LB_1'], '', 'DS_1']);
  expect(withEnds(document, { ...openEnds, labelId: 'LB_1' }).nodes[0]).toMatchObject({ listenerId: '', labelId: 'all' });
});

test('a saving is told only where less leaves than came in', () => {
  const log = (content: string) => ({ label: '', fields: [], content });
  expect(savedFraction({ input: log('aaaa\n'), output: [log('a'), log('')] })).toBeCloseTo(0.8);
  expect(savedFraction({ input: log('a'), output: [log('aa')] })).toBeUndefined();
});
