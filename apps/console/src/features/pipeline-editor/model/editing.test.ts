import { applyChanges, isChangeFault, validate, type PipelineDocument } from '@acequia/pipeline';
import { describe, expect, it } from 'vitest';
import { addNode, portsAfter, type AddContext } from './add-node.ts';
import { cardShape } from './card-shape.ts';
import { surroundingsOf } from './catalogue.ts';
import { copyNodes, pasteNodes } from './clipboard.ts';
import { configureChanges } from './configure.ts';
import { layoutInput } from './arrange.ts';
import { layout } from './layout.ts';
import { portsToDraw } from './node-ports.ts';
import { paletteSections } from './palette.ts';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { catalogue, countingIds } from './test-catalogue.ts';

const portsIn = (document: PipelineDocument) => (id: string) =>
  portsToDraw(
    document,
    document.nodes.find((node) => node.id === id)!,
    validate(document, surroundingsOf(catalogue)),
  );
const contextOf = (document: PipelineDocument): AddContext => {
  const portsOf = portsIn(document);
  return { newId: countingIds(), portsOf, shapeOf: (id) => cardShape(document.nodes.find((node) => node.id === id)!.kind, portsOf(id)) };
};
const after = (document: PipelineDocument, changes: Parameters<typeof applyChanges>[1]) => {
  const result = applyChanges(document, changes);
  if (isChangeFault(result)) throw new Error(result);
  return result;
};
const shapeOf = () => cardShape('action', []);
const tag = { kind: 'action', component: 'tag', version: '1.0.0' } as const;
const bin = { kind: 'datasink', component: 'bin', version: '1.0.0', datasinkId: 'DS_1' } as const;
const flow = (document: PipelineDocument) => document.links.map((link) => `${link.from.node}.${link.from.port}>${link.to.node}`);

const good = documentOf(
  [label(), action('a', { position: { x: 0, y: 120 } }), datasink('d', { position: { x: 0, y: 260 } })],
  ['in>a', 'a>d'],
);

describe('adding from the palette', () => {
  it('sets the node below the selected one and links it', () => {
    const document = documentOf([label()]);
    const { node, changes } = addNode(document, tag, { type: 'after', node: 'in' }, contextOf(document));
    const result = after(document, changes);
    expect(flow(result)).toEqual([`in.default>${node}`]);
    expect(result.nodes[1]!.position).toEqual({ x: 0, y: 116 });
  });

  it('sets the node where its link was let go, from the port it was drawn from', () => {
    const document = documentOf([label(), action('a')], ['in>a']);
    const place = { type: 'branch', from: { node: 'a', port: 'error' }, at: { x: 601, y: 401 } } as const;
    const { node, changes } = addNode(document, tag, place, contextOf(document));
    const result = after(document, changes);
    expect(flow(result)).toContain(`a.error>${node}`);
    expect(result.nodes.at(-1)!.position).toEqual({ x: 600, y: 400 });
  });

  it('links nothing after a step with several ports until one is named, and forks its only one', () => {
    const document = documentOf(
      [label(), action('s', { component: 'split', config: { ports: ['slow'] } }), datasink('d')],
      ['in>s', 's.slow>d'],
    );
    const first = addNode(document, bin, { type: 'after', node: 's' }, contextOf(document));
    expect(flow(after(document, first.changes))).toEqual(flow(document));
    const named = addNode(document, bin, { type: 'after', node: 's', port: 'default' }, contextOf(document));
    expect(flow(after(document, named.changes)).at(-1)).toBe(`s.default>${named.node}`);
    expect(portsAfter(document, 'action', { type: 'after', node: 's' }, contextOf(document)).map(({ id }) => id)).toEqual([
      'slow',
      'default',
    ]);
    const fork = addNode(good, bin, { type: 'after', node: 'a' }, contextOf(good));
    expect(flow(after(good, fork.changes)).at(-1)).toBe(`a.default>${fork.node}`);
  });

  it('stands under its port, so that both links of a fork run straight down', () => {
    const split = action('s', { component: 'split', config: { ports: ['slow', 'fast'] }, position: { x: 40, y: 120 } });
    let document = documentOf([label(), split], ['in>s']);
    const newId = countingIds();
    for (const port of ['slow', 'default']) {
      const added = addNode(document, bin, { type: 'after', node: 's', port }, { ...contextOf(document), newId });
      document = after(document, added.changes);
    }
    const { ports } = cardShape('action', portsIn(document)('s'), new Set(['slow', 'default']));
    const middles = document.nodes.slice(2).map(({ position }) => position.x + 118);
    expect(middles).toEqual([ports[0]!, ports[2]!].map(({ x }) => 40 + x));
  });

  it('begins with the settings of the preset its datasink was made from', () => {
    const [instance] = catalogue.datasinks;
    const offered = (preset: string | null) => {
      const sections = paletteSections({ ...catalogue, datasinks: [{ ...instance!, preset }] }, 'en', (id) => id);
      return sections.find((section) => section.name === 'datasinks')!.entries[0]!;
    };
    const document = documentOf([label()]);
    const configOf = (preset: string | null) => {
      const { node, changes } = addNode(document, offered(preset).ingredient, { type: 'after', node: 'in' }, contextOf(document));
      return after(document, changes).nodes.find((each) => each.id === node);
    };
    expect(configOf('bin-daily')).toMatchObject({ kind: 'datasink', datasinkId: 'DS_1', config: { path: '/days' } });
    expect(offered('bin-daily')).toMatchObject({ about: 'Daily bin', icon: { id: 'bin-daily', of: 'bin' } });
    expect(configOf(null)).toMatchObject({ config: {} });
    expect(configOf('of another release')).toMatchObject({ config: {} });
  });

  it('covers no other card', () => {
    const fork = addNode(good, bin, { type: 'after', node: 'in' }, contextOf(good));
    const added = after(good, fork.changes).nodes.at(-1)!;
    expect(added.position.x).toBeGreaterThanOrEqual(236);
  });

  it('an action after a step that has a link stands between, and nothing goes past it', () => {
    const { node, changes, joint } = addNode(good, tag, { type: 'after', node: 'a' }, contextOf(good));
    expect(joint).toBe('between');
    expect(flow(after(good, changes))).toEqual(['in.default>a', `a.default>${node}`, `${node}.default>d`]);
  });

  it('an action after a fork takes over all of its links', () => {
    const forked = documentOf(
      [
        label(),
        action('a', { position: { x: 0, y: 120 } }),
        datasink('d', { position: { x: 0, y: 260 } }),
        datasink('e', { position: { x: 300, y: 260 } }),
      ],
      ['in>a', 'a>d', 'a>e', 'a.error>e'],
    );
    const { node, changes } = addNode(forked, tag, { type: 'after', node: 'a' }, contextOf(forked));
    const result = after(forked, changes);
    expect(flow(result)).toEqual(['in.default>a', 'a.error>e', `a.default>${node}`, `${node}.default>d`, `${node}.default>e`]);
    expect(result.nodes.find((each) => each.id === node)!.position).toEqual({ x: 0, y: 260 });
  });

  it('an action after a port that nothing follows is its end', () => {
    const document = documentOf(
      [label(), action('s', { component: 'split', config: { ports: ['slow'] } }), datasink('d')],
      ['in>s', 's.slow>d'],
    );
    const { node, changes } = addNode(document, tag, { type: 'after', node: 's', port: 'default' }, contextOf(document));
    expect(flow(after(document, changes))).toEqual(['in.default>s', 's.slow>d', `s.default>${node}`]);
  });

  it('an action after a datasink goes into the only link that leads there; after one of several, nowhere', () => {
    const { node, changes } = addNode(good, tag, { type: 'after', node: 'd' }, contextOf(good));
    expect(flow(after(good, changes))).toEqual(['in.default>a', `a.default>${node}`, `${node}.default>d`]);
    const two = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d', 'in>d']);
    const free = addNode(two, tag, { type: 'after', node: 'd' }, contextOf(two));
    expect(flow(after(two, free.changes))).toEqual(flow(two));
  });

  it('a datasink at a link is one more end of the port the link leaves', () => {
    const { node, changes } = addNode(good, bin, { type: 'into', link: 'in>a' }, contextOf(good));
    expect(flow(after(good, changes)).at(-1)).toBe(`in.default>${node}`);
  });

  it('makes room for an inserted action without putting one card on another', () => {
    const document = documentOf(
      [
        label(),
        action('a', { position: { x: 0, y: 120 } }),
        datasink('d', { position: { x: 0, y: 260 } }),
        datasink('beside', { position: { x: 100, y: 380 } }),
      ],
      ['in>a', 'a>d', 'in>beside'],
    );
    const { changes } = addNode(document, tag, { type: 'after', node: 'a' }, contextOf(document));
    const result = after(document, changes);
    const boxes = result.nodes.map((each) => ({ ...each.position, width: 236, height: 84 }));
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        expect(one.x + 236 <= other.x || other.x + 236 <= one.x || one.y + 56 <= other.y || other.y + 56 <= one.y).toBe(true);
  });

  it('puts an action into a link and makes room below it', () => {
    const { node, changes } = addNode(good, tag, { type: 'into', link: 'a>d' }, contextOf(good));
    const result = after(good, changes);
    expect(flow(result)).toEqual(['in.default>a', `a.default>${node}`, `${node}.default>d`]);
    expect(result.nodes.find((each) => each.id === 'd')!.position.y).toBeGreaterThan(260 + 84);
    expect(result.nodes.find((each) => each.id === 'a')).toBe(good.nodes[1]);
  });

  it('refuses a second label', () => {
    const { changes } = addNode(
      good,
      { kind: 'label', listenerId: 'LI_1', labelId: 'LB_1' },
      { type: 'at', x: 500, y: 0 },
      contextOf(good),
    );
    expect(applyChanges(good, changes)).toBe('second-label');
  });
});

describe('a configuration edit', () => {
  const document = documentOf(
    [label(), action('s', { component: 'split', config: { ports: ['slow', 'bad'] } }), datasink('d')],
    ['in>s', 's.slow>d', 's.bad>d'],
  );
  const ports = (...ids: string[]) => ids.map((id) => ({ id, kind: 'choosing' as const }));

  it('keeps the links of a port with a new name', () => {
    const { changes } = configureChanges(
      document,
      's',
      { ports: ['late', 'bad'] },
      ports('slow', 'bad', 'default'),
      ports('late', 'bad', 'default'),
    );
    expect(flow(after(document, changes))).toEqual(['in.default>s', 's.late>d', 's.bad>d']);
  });

  it('keeps links when conditions change places', () => {
    const { changes, lostLinks } = configureChanges(
      document,
      's',
      { ports: ['bad', 'slow'] },
      ports('slow', 'bad', 'default'),
      ports('bad', 'slow', 'default'),
    );
    expect(lostLinks).toBe(0);
    expect(flow(after(document, changes))).toEqual(flow(document));
  });

  it('takes the links of a removed port away and says how many', () => {
    const { changes, lostLinks } = configureChanges(
      document,
      's',
      { ports: ['bad'] },
      ports('slow', 'bad', 'default'),
      ports('bad', 'default'),
    );
    expect(lostLinks).toBe(1);
    expect(flow(after(document, changes))).toEqual(['in.default>s', 's.bad>d']);
  });

  it('leaves links alone while the configuration cannot be read', () => {
    const { changes } = configureChanges(document, 's', { ports: [''] }, ports('slow', 'bad', 'default'), undefined);
    expect(flow(after(document, changes))).toEqual(flow(document));
    expect(portsIn(after(document, changes))('s').map((port) => port.id)).toEqual(['slow', 'bad', 'default', 'error']);
  });
});

describe('copy and paste', () => {
  it('makes new nodes with the links among them', () => {
    const text = copyNodes(good, new Set(['a', 'd']));
    const pasted = pasteNodes(good, text, countingIds(), shapeOf);
    if (typeof pasted === 'string') throw new Error(pasted);
    const result = after(good, pasted.changes);
    expect(result.nodes).toHaveLength(5);
    expect(flow(result).at(-1)).toBe(`${pasted.nodes[0]}.default>${pasted.nodes[1]}`);
    for (const copy of result.nodes.slice(3))
      for (const { position } of good.nodes)
        expect(Math.abs(copy.position.x - position.x) >= 236 || Math.abs(copy.position.y - position.y) >= 56).toBe(true);
  });

  it('leaves the label out where there is one, and brings it where there is none', () => {
    const text = copyNodes(good, new Set(['in', 'a']));
    expect(pasteNodes(good, text, countingIds(), shapeOf)).toMatchObject({ labelLeft: true, nodes: [expect.any(String)] });
    const elsewhere = pasteNodes(documentOf([]), text, countingIds(), shapeOf);
    expect(elsewhere).toMatchObject({ labelLeft: false });
    expect(pasteNodes(good, copyNodes(good, new Set(['in'])), countingIds(), shapeOf)).toBe('nothing-left');
  });

  it.each([
    '',
    'hello',
    '{}',
    '{"acequia":"nodes","nodes":[],"links":[]}',
    '[1',
    JSON.stringify({ acequia: 'nodes', nodes: [{ id: 'x' }], links: [] }),
  ])('refuses %j', (text) => {
    expect(pasteNodes(good, text, countingIds(), shapeOf)).toBe('not-nodes');
  });
});

describe('auto-layout', () => {
  it('flows down, covers nothing, and keeps the label in its place', () => {
    const tangled = documentOf(
      [label('in', { position: { x: 400, y: 80 } }), action('a'), action('b'), datasink('d'), datasink('e')],
      ['in>a', 'a>b', 'a>d', 'b>e', 'b.error>d'],
    );
    const context = contextOf(tangled);
    const result = after(tangled, [{ type: 'move', positions: layout(layoutInput(tangled, context.shapeOf)) }]);
    const at = (id: string) => result.nodes.find((node) => node.id === id)!.position;
    expect(at('in')).toEqual({ x: 400, y: 80 });
    for (const link of result.links) expect(at(link.to.node).y).toBeGreaterThan(at(link.from.node).y + 56);
    const boxes = result.nodes.map((node) => ({ ...node.position, ...context.shapeOf(node.id) }));
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
  });

  it('keeps the order of ports, so that links do not cross', () => {
    const document = documentOf(
      [
        label(),
        action('s', { component: 'split', config: { ports: ['one', 'two'] } }),
        datasink('last'),
        action('b'),
        action('a'),
        datasink('e'),
      ],
      ['in>s', 's>last', 's.two>b', 's.one>a', 's.error>e'],
    );
    const positions = layout(layoutInput(document, contextOf(document).shapeOf));
    const xs = ['a', 'b', 'last', 'e'].map((id) => positions[id]!.x);
    expect(xs).toEqual(xs.toSorted((left, right) => left - right));
  });

  it('lays nothing out without failing', () => {
    expect(layout(layoutInput(documentOf([]), () => cardShape('action', [])))).toEqual({});
  });
});
