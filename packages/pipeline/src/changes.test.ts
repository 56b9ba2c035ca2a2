import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, applyChanges, isChangeFault, linkFault, type Change } from './changes.ts';
import { documentSchema, emptyDocument, type PipelineDocument } from './document.ts';
import { createHistory, record, redo, stepTitle, undo, undoStepsMax } from './history.ts';
import { createPlan, cycleBelow } from './plan.ts';
import { action, datasink, documentOf, label, link } from './testing/index.ts';

const good = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const changed = (document: PipelineDocument, change: Change): PipelineDocument => {
  const result = applyChange(document, change);
  if (isChangeFault(result)) throw new Error(result);
  return result;
};

describe('a link that may not be drawn', () => {
  it.each([
    ['to itself', 'a', 'default', 'a', 'self-link'],
    ['into the label', 'a', 'default', 'in', 'into-label'],
    ['out of a datasink', 'd', 'default', 'a', 'out-of-datasink'],
    ['twice', 'in', 'default', 'a', 'link-exists'],
    ['in a circle', 'd', 'error', 'a', 'cycle'],
    ['to nobody', 'a', 'default', 'ghost', 'node-missing'],
  ])('%s', (_fear, from, port, to, fault) => {
    expect(linkFault(good, { node: from, port }, { node: to })).toBe(fault);
  });

  it('allows a second way and a fork', () => {
    expect(linkFault(good, { node: 'in', port: 'default' }, { node: 'd' })).toBeUndefined();
    expect(linkFault(good, { node: 'a', port: 'error' }, { node: 'd' })).toBeUndefined();
  });
});

describe('a change that cannot be made leaves nothing behind', () => {
  it.each<[string, Change, string]>([
    ['a second label', { type: 'add-nodes', nodes: [label('in2')], links: [] }, 'second-label'],
    ['an id that is taken', { type: 'add-nodes', nodes: [action('a')], links: [] }, 'node-exists'],
    ['an id twice in one paste', { type: 'add-nodes', nodes: [action('b'), action('b')], links: [] }, 'node-exists'],
    ['a link id that is taken', { type: 'link', link: { ...link('in>d'), id: 'in>a' } }, 'link-exists'],
    ['too many nodes', { type: 'add-nodes', nodes: Array.from({ length: 498 }, (_, i) => action(`n${i}`)), links: [] }, 'too-many-nodes'],
    ['configuring nobody', { type: 'configure', node: 'ghost', config: {} }, 'node-missing'],
    ['inserting into nothing', { type: 'insert', link: 'ghost', node: action('b'), port: 'default', newLinks: ['1', '2'] }, 'link-missing'],
  ])('%s', (_fear, change, fault) => {
    const before = structuredClone(good);
    expect(applyChange(good, change)).toBe(fault);
    expect(good).toEqual(before);
  });

  it('stops a list of changes at the first fault', () => {
    expect(
      applyChanges(good, [
        { type: 'remove', nodes: ['d'], links: [] },
        { type: 'configure', node: 'd', config: {} },
      ]),
    ).toBe('node-missing');
  });
});

describe('changes', () => {
  it('puts a node between two others and keeps the way whole', () => {
    const document = changed(good, { type: 'insert', link: 'in>a', node: action('b'), port: 'default', newLinks: ['x', 'y'] });
    expect(createPlan(document)!.order.map((node) => node.id)).toEqual(['b', 'a', 'd']);
  });

  it('takes the links of a removed node away', () => {
    expect(changed(good, { type: 'remove', nodes: ['a'], links: [] }).links).toEqual([]);
  });

  it('keeps links when a port gets a new name, each once', () => {
    const document = documentOf([label(), action('s'), datasink('d')], ['in>s', 's.slow>d', 's.fast>d']);
    const renamed = changed(document, { type: 'rename-port', node: 's', from: 'slow', to: 'fast' });
    expect(renamed.links.map((each) => each.from.port)).toEqual(['default', 'fast']);
  });

  it('keeps the identity of nodes it does not touch', () => {
    const moved = changed(good, { type: 'move', positions: { a: { x: 5, y: 5 } } });
    expect(moved.nodes[0]).toBe(good.nodes[0]);
    expect(moved.nodes[1]).not.toBe(good.nodes[1]);
  });

  it('does not let a label be configured', () => {
    expect(changed(good, { type: 'configure', node: 'in', config: { a: 1 } }).nodes[0]).toBe(good.nodes[0]);
  });
});

const ids = ['a', 'b', 'c', 'd', 'e'] as const;
const anyId = fc.constantFrom(...ids);
const anyPort = fc.constantFrom('default', 'error', 'slow');
const anyNode = fc.oneof(
  anyId.map((id) => action(id)),
  anyId.map((id) => datasink(id)),
  anyId.map((id) => label(id)),
);
const anyLink = fc
  .tuple(fc.nat(30), anyId, anyPort, anyId)
  .map(([id, from, port, to]) => ({ id: `l${id}`, from: { node: from, port }, to: { node: to } }));
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('add-nodes' as const),
      nodes: fc.array(anyNode, { maxLength: 3 }),
      links: fc.array(anyLink, { maxLength: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('link' as const), link: anyLink }) },
  fc.record({
    type: fc.constant('remove' as const),
    nodes: fc.array(anyId, { maxLength: 1 }),
    links: fc.array(
      fc.nat(30).map((id) => `l${id}`),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    type: fc.constant('insert' as const),
    link: fc.nat(30).map((id) => `l${id}`),
    node: anyId.map((id) => action(id)),
    port: anyPort,
    newLinks: fc.tuple(fc.constant('m1'), fc.constant('m2')),
  }),
  fc.record({ type: fc.constant('rename-port' as const), node: anyId, from: anyPort, to: anyPort }),
  fc.record({ type: fc.constant('configure' as const), node: anyId, config: fc.dictionary(fc.string(), fc.jsonValue()) }),
  fc.record({ type: fc.constant('move' as const), positions: fc.dictionary(anyId, fc.record({ x: fc.integer(), y: fc.integer() })) }),
  fc.record({ type: fc.constant('describe' as const), node: anyId, name: fc.string({ maxLength: 20 }) }),
);

describe('whatever is clicked', () => {
  it('the document stays well formed, with one label at most and no circle', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
        let document = emptyDocument;
        for (const change of changes) {
          const before = JSON.stringify(document);
          const next = applyChange(document, change);
          expect(JSON.stringify(document)).toBe(before);
          if (!isChangeFault(next)) document = next;
          expect(documentSchema.safeParse(document).error).toBeUndefined();
          expect(document.nodes.filter((node) => node.kind === 'label').length).toBeLessThanOrEqual(1);
          for (const node of document.nodes) expect(cycleBelow(node.id, document)).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('undoing everything gives the start back, redoing everything the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyChange, fc.option(fc.constantFrom('x', 'y'), { nil: undefined })), { maxLength: undoStepsMax }),
        (steps) => {
          let history = createHistory(good);
          for (const [change, merge] of steps) {
            const next = applyChange(history.present, change);
            if (!isChangeFault(next)) history = record(history, next, change.type, merge);
          }
          const end = history.present;
          const count = history.past.length;
          for (let i = 0; i < count; i += 1) history = undo(history);
          expect(history.present).toBe(good);
          expect(undo(history)).toBe(history);
          for (let i = 0; i < count; i += 1) history = redo(history);
          expect(history.present).toBe(end);
          expect(redo(history)).toBe(history);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('history', () => {
  const at = (x: number) => changed(good, { type: 'move', positions: { a: { x, y: 0 } } });

  it('makes one step of a drag, and names it', () => {
    const history = [1, 2, 3].reduce((known, x) => record(known, at(x), 'move', 'a'), createHistory(good));
    expect(history.past).toHaveLength(1);
    expect(stepTitle(history.past[0])).toBe('move');
    expect(undo(history).present).toBe(good);
  });

  it('starts a new step after an undo, though the key is the same', () => {
    const dragged = record(record(createHistory(good), at(1), 'move', 'a'), at(2), 'add');
    const again = record(undo(dragged), at(3), 'move', 'a');
    expect(again.past).toHaveLength(2);
    expect(again.future).toEqual([]);
  });

  it('makes no step of nothing', () => {
    const history = createHistory(good);
    expect(record(history, good, 'move')).toBe(history);
  });

  it('forgets the oldest step, not the newest', () => {
    const history = Array.from({ length: undoStepsMax + 5 }, (_, i) => at(i)).reduce(
      (known, document) => record(known, document, 'move'),
      createHistory(good),
    );
    expect(history.past).toHaveLength(undoStepsMax);
    expect(history.present).toEqual(at(undoStepsMax + 4));
  });
});
