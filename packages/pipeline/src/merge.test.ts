import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentSchema, linkKey, type PipelineDocument } from './document.ts';
import { conflictKey, mergeDocuments } from './merge.ts';
import { sameValue } from './same-value.ts';
import { action, datasink, documentOf, label } from './testing/index.ts';

const base = documentOf([label(), action('a'), action('b'), datasink('d')], ['in>a', 'a>b', 'b>d']);
const withNode = (document: PipelineDocument, id: string, more: object): PipelineDocument => ({
  ...document,
  nodes: document.nodes.map((node) => (node.id === id ? ({ ...node, ...more } as typeof node) : node)),
});
const without = (document: PipelineDocument, id: string): PipelineDocument => ({
  ...document,
  nodes: document.nodes.filter((node) => node.id !== id),
  links: document.links.filter((link) => link.from.node !== id && link.to.node !== id),
});
const linked = (document: PipelineDocument, ...links: string[]): PipelineDocument => ({
  ...document,
  links: [...document.links, ...documentOf([], links).links],
});
/** Nodes by id and links by what they connect: their order says nothing. */
const content = (document: PipelineDocument) => ({
  nodes: Object.fromEntries(document.nodes.map((node) => [node.id, node])),
  links: document.links.map(linkKey).toSorted(),
});
const places = (document: PipelineDocument, mine: PipelineDocument, theirs: PipelineDocument) =>
  mergeDocuments(document, mine, theirs).conflicts.map(conflictKey).toSorted();

describe('edits of two people that do not touch', () => {
  it('are both kept: fields of one node, a new node, a removed one, a move', () => {
    const mine = linked(
      withNode({ ...base, nodes: [...base.nodes, action('new')] }, 'a', { config: { name: 'colour', mine: 1 }, position: { x: 5, y: 5 } }),
      'b.error>new',
    );
    const theirs = withNode(without(base, 'd'), 'a', { name: 'Theirs', config: { name: 'colour', theirs: 2 } });
    const { document, conflicts } = mergeDocuments(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(content(document)).toEqual(
      content(
        documentOf(
          [
            label(),
            action('a', { name: 'Theirs', config: { name: 'colour', mine: 1, theirs: 2 }, position: { x: 5, y: 5 } }),
            action('b'),
            action('new'),
          ],
          ['in>a', 'a>b', 'b.error>new'],
        ),
      ),
    );
  });

  it('do not bring back a link that one of them took away', () => {
    const mine = { ...base, links: base.links.filter((link) => link.id !== 'a>b') };
    expect(mergeDocuments(base, mine, withNode(base, 'b', { name: 'x' })).document.links.map(linkKey)).not.toContain('a\ndefault\nb');
  });

  it('do not draw one link twice when both drew it, nor lose one of two drawn under one id', () => {
    const mine = linked(base, 'a.error>d');
    const twice = { ...base, links: [...base.links, { ...mine.links.at(-1)!, id: 'other' }] };
    expect(mergeDocuments(base, mine, twice).document.links).toHaveLength(4);
    const clash = { ...base, links: [...base.links, { id: 'a.error>d', from: { node: 'b', port: 'error' }, to: { node: 'd' } }] };
    const { document } = mergeDocuments(base, mine, clash);
    expect(document.links.map(linkKey)).toEqual(expect.arrayContaining(['a\nerror\nd', 'b\nerror\nd']));
    expect(documentSchema.safeParse(document).success).toBe(true);
  });
});

describe('edits of two people that touch', () => {
  it('lists each field both changed, and takes the one that is chosen', () => {
    const mine = withNode(base, 'a', { config: { name: 'red', size: 1 }, comment: 'mine' });
    const theirs = withNode(base, 'a', { config: { name: 'blue', size: 1 }, comment: 'theirs' });
    const { conflicts } = mergeDocuments(base, mine, theirs);
    expect(conflicts).toEqual([
      { node: 'a', path: 'comment', base: '', mine: 'mine', theirs: 'theirs' },
      { node: 'a', path: 'config.name', base: 'colour', mine: 'red', theirs: 'blue' },
    ]);
    const { document } = mergeDocuments(base, mine, theirs, ({ path }) => (path === 'comment' ? 'mine' : 'theirs'));
    expect(document.nodes.find((node) => node.id === 'a')).toMatchObject({ comment: 'mine', config: { name: 'blue', size: 1 } });
  });

  it('does not make a condition that neither wrote of two', () => {
    const test = (op: string, value: number) => ({ form: 'visual', ast: { field: 'status', op, value } });
    const of = (condition: object) => withNode(base, 'a', { config: { condition } });
    const [both, mine, theirs] = [of(test('ge', 400)), of(test('lt', 400)), of(test('ge', 500))];
    expect(places(both, mine, theirs)).toEqual(['a\nconfig.condition']);
    const taken = mergeDocuments(both, mine, theirs, () => 'mine').document.nodes.find(({ id }) => id === 'a');
    expect(taken).toMatchObject({ config: { condition: test('lt', 400) } });
    const typed = of({ ...test('ge', 500), form: 'code' });
    expect(places(both, typed, theirs)).toEqual([]);
  });

  it('does not mix the label of one person with the listener of the other', () => {
    const mine = withNode(base, 'in', { listenerId: 'LI_2', labelId: 'LB_2' });
    const theirs = withNode(base, 'in', { labelId: 'LB_3' });
    expect(places(base, mine, theirs)).toEqual(['in\nlabel']);
    expect(mergeDocuments(base, mine, theirs).document.nodes[0]).toMatchObject({ listenerId: 'LI_1', labelId: 'LB_3' });
  });

  it('asks before it drops a node that the other one changed or linked, and gives its links back', () => {
    const mine = without(base, 'b');
    for (const theirs of [withNode(base, 'b', { name: 'kept' }), linked(base, 'b.error>d')]) {
      expect(places(base, mine, theirs)).toEqual(['b\n']);
      expect(content(mergeDocuments(base, mine, theirs).document)).toEqual(content(theirs));
      expect(content(mergeDocuments(base, mine, theirs, () => 'mine').document)).toEqual(content(mine));
    }
    expect(places(base, mine, withNode(base, 'b', { position: { x: 9, y: 9 } }))).toEqual([]);
  });
});

const value = fc.oneof(fc.constantFrom(0, 1, 'x', null), fc.array(fc.constantFrom(1, 2), { maxLength: 2 }));
const config = fc.dictionary(
  fc.constantFrom('p', 'q', 'constructor', '__proto__'),
  fc.oneof(value, fc.dictionary(fc.constantFrom('r', 's'), value)),
);
const anyNode = (id: string) =>
  fc
    .record({ config, name: fc.constantFrom('', 'n', 'm'), x: fc.constantFrom(0, 1) })
    .map(({ x, ...more }) => action(id, { ...more, position: { x, y: 0 } }));
const ids = ['a', 'b', 'c'];
const anyDocument = fc
  .record({
    nodes: fc.tuple(...ids.map((id) => fc.option(anyNode(id), { nil: undefined }))),
    links: fc.subarray(['a>b', 'b>c', 'a.error>c', 'a>c']),
  })
  .map(({ nodes, links }) => {
    const kept = nodes.filter((node) => node !== undefined);
    const has = (id: string) => kept.some((node) => node.id === id);
    const document = documentOf(kept, links);
    return { ...document, links: document.links.filter((link) => has(link.from.node) && has(link.to.node)) };
  });

describe('whatever two people do', () => {
  it('gives a document, the same conflicts from either side, and the mirror image of each choice', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, anyDocument, (start, mine, theirs) => {
        const merged = mergeDocuments(start, mine, theirs, () => 'mine').document;
        expect(documentSchema.safeParse(merged).success).toBe(true);
        expect(places(start, mine, theirs)).toEqual(places(start, theirs, mine));
        expect(sameValue(content(merged), content(mergeDocuments(start, theirs, mine, () => 'theirs').document))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('changes nothing when one of them did nothing, or both did the same', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (start, mine) => {
        for (const [one, two] of [
          [mine, start],
          [start, mine],
          [mine, mine],
        ] as const) {
          const { document, conflicts } = mergeDocuments(start, one, two);
          expect(conflicts).toEqual([]);
          expect(sameValue(content(document), content(mine))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps disjoint changes of both, in either order', () => {
    fc.assert(
      fc.property(config, config, fc.constantFrom('', 'n'), (first, second, name) => {
        const mine = withNode(base, 'a', { config: first, name });
        const theirs = withNode(base, 'b', { config: second });
        const both = withNode(mine, 'b', { config: second });
        for (const [one, two] of [
          [mine, theirs],
          [theirs, mine],
        ] as const) {
          const { document, conflicts } = mergeDocuments(base, one, two);
          expect(conflicts).toEqual([]);
          expect(sameValue(document, both)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
