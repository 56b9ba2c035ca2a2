import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import type { PipelineDocument } from '@acequia/pipeline';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Place } from './add-node.ts';
import { overlap } from './box-grid.ts';
import { copyNodes } from './clipboard.ts';
import { createEditorActions } from './editor-actions.ts';
import { createEditorStore } from './editor-store.ts';
import { createViewer, type EditorView } from './editor-view.ts';
import { crosses } from './link-route.ts';
import { createLinkRouter, type LinkRoutes } from './link-routes.ts';
import { linePoints } from './link-shape.ts';
import { catalogue, countingIds } from './test-catalogue.ts';

const begun = documentOf(
  [
    label('in', { position: { x: 0, y: 0 } }),
    action('s', { component: 'split', config: { ports: ['slow', 'late'] }, position: { x: 0, y: 150 } }),
    datasink('d', { position: { x: 0, y: 300 } }),
  ],
  ['in>s', 's.slow>d'],
);
const tag = { kind: 'action', component: 'tag', version: '1.2.0' } as const;
const split = { kind: 'action', component: 'split', version: '1.0.0' } as const;
const bin = { kind: 'datasink', component: 'bin', version: '1.0.0', datasinkId: 'DS_1' } as const;

function open() {
  const store = createEditorStore(begun, { readOnly: false });
  const viewer = createViewer();
  const view = () => viewer(store.document(), catalogue, 'en', (id) => id);
  const notices = { refused: vi.fn(), labelLeftOut: vi.fn(), copied: vi.fn(), linksLost: vi.fn() };
  const actions = createEditorActions({ store, view, newId: countingIds(), notices, arrange: () => Promise.reject(new Error('not here')) });
  return { store, view, actions };
}
type Editor = ReturnType<typeof open>;

/** What the numbers of an edit choose from. */
const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** The place of the next step, at one of the ports that a person could choose. */
function chosenPlace(actions: Editor['actions'], index: number): Place {
  const place = actions.nextPlace();
  const port = pick(actions.portsAfter('action', place), index);
  return place.type === 'after' && port ? { ...place, port: port.id } : place;
}

const edits: Readonly<Record<string, (editor: Editor, a: number, b: number) => void>> = {
  select: ({ store, actions }, a) => actions.selectNode(pick(store.document().nodes, a)?.id),
  selectLink({ store, actions }, a) {
    const link = pick(store.document().links, a);
    if (link) actions.selectLink(link.id);
  },
  selectTwo({ store, actions }, a, b) {
    actions.selectNode(pick(store.document().nodes, a)?.id);
    actions.toggleNode(pick(store.document().nodes, b)!.id);
  },
  add: ({ actions }, a, b) => void actions.add(pick([tag, tag, split, bin], a)!, chosenPlace(actions, b)),
  addAt: ({ actions }, a, b) => void actions.add(pick([tag, split, bin], a)!, { type: 'at', x: a % 700, y: b % 700 }),
  drop({ store, actions }, a, b) {
    const link = pick(store.document().links, b);
    if (link) actions.add(pick([tag, split, bin], a)!, { type: 'into', link: link.id });
  },
  branch({ store, view, actions }, a, b) {
    const from = pick(store.document().nodes, a)!;
    const port = pick(view().ports(from.id), b);
    if (port) actions.add(tag, { type: 'branch', from: { node: from.id, port: port.id }, at: { x: b % 700, y: a % 700 } });
  },
  link({ store, view, actions }, a, b) {
    const from = pick(store.document().nodes, a)!;
    const port = pick(view().ports(from.id), b);
    if (port) actions.link({ node: from.id, port: port.id }, pick(store.document().nodes, b)!.id);
  },
  unlink({ store, actions }, a) {
    const link = pick(store.document().links, a);
    if (link) actions.unlink([link.id]);
  },
  move({ store, actions }, a, b) {
    const ids = [...store.get().selection.nodes, pick(store.document().nodes, a)!.id];
    actions.move(Object.fromEntries(ids.map((id, index) => [id, { x: (a + index * 90) % 900, y: (b + index * 50) % 900 }])), b % 2 === 0);
  },
  moveStep({ store, actions }, a, b) {
    const node = pick(store.document().nodes, a)!;
    const target = pick(actions.moveTargets(node.id), b);
    if (target) actions.moveStep(node.id, target);
  },
  ports: ({ store, actions }, a, b) =>
    actions.configure(pick(store.document().nodes, a)!.id, { ports: ['slow', 'p1', 'p2', 'p3'].slice(0, b % 4) }),
  remove: ({ actions }) => actions.removeSelected(),
  duplicate: ({ actions }) => actions.duplicate(),
  paste: ({ store, actions }, a) => actions.paste(copyNodes(store.document(), new Set([pick(store.document().nodes, a)!.id]))),
  undo: ({ store }) => store.undo(),
  redo: ({ store }) => store.redo(),
};

function expectTrueDrawing(view: EditorView, routes: LinkRoutes): void {
  expect([...routes.keys()].toSorted()).toEqual(view.document.links.map(({ id }) => id).toSorted());
  const cards = view.document.nodes.map(({ id, position }) => ({ id, ...position, ...view.shape(id) }));
  const apart = cards.every((one, index) => cards.slice(index + 1).every((other) => overlap(one, other) === 0));
  for (const link of view.document.links) {
    const [source, target] = [cards.find(({ id }) => id === link.from.node)!, cards.find(({ id }) => id === link.to.node)!];
    const port = source.ports.find(({ id }) => id === link.from.port)!;
    const { corners, over } = routes.get(link.id)!;
    if (over) {
      expect(apart && cardsNear(cards) > 11).toBe(false);
      continue;
    }
    const from = { x: source.x + port.x, y: source.y + source.height + 5.5 };
    const line = linePoints(from, { x: target.x + target.width / 2, y: target.y - 5.5 }, corners, 64);
    for (const card of cards) {
      if (card === source || card === target) continue;
      expect(line.filter((end, index) => index > 0 && crosses(line[index - 1]!, end, card))).toEqual([]);
    }
  }
}

/** The smallest distance between two cards. */
function cardsNear(cards: readonly { x: number; y: number; width: number; height: number }[]): number {
  let least = Infinity;
  for (const [index, one] of cards.entries())
    for (const other of cards.slice(index + 1)) {
      const across = Math.max(one.x - other.x - other.width, other.x - one.x - one.width);
      const down = Math.max(one.y - other.y - other.height, other.y - one.y - one.height);
      least = Math.min(least, Math.max(across, down));
    }
  return least;
}

const flow = (document: PipelineDocument) => document.links.map((link) => `${link.from.node}.${link.from.port}>${link.to.node}`);

describe('after any edits', () => {
  const walk = fc.array(fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat(9999), fc.nat(9999)), { minLength: 1, maxLength: 40 });

  it('no card lies on a link that is not its own, and no link is missing or made up', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const editor = open();
        const router = createLinkRouter();
        for (const [name, a, b] of steps) {
          if (editor.store.document().nodes.length === 0) editor.actions.add(tag, editor.actions.nextPlace());
          if (editor.store.document().nodes.length > 24)
            editor.actions.remove(
              editor.store
                .document()
                .nodes.slice(12)
                .map(({ id }) => id),
            );
          edits[name]!(editor, a, b);
          expectTrueDrawing(editor.view(), router.all(editor.view()));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('what is drawn does not depend on how it came about, but for the side of a card that a link passes', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const editor = open();
        const router = createLinkRouter();
        for (const [name, a, b] of steps) {
          if (editor.store.document().nodes.length === 0) return;
          edits[name]!(editor, a, b);
          router.all(editor.view());
        }
        const fresh = createLinkRouter().all(editor.view());
        for (const [id, route] of router.all(editor.view())) {
          expect(route.over).toBe(fresh.get(id)!.over);
          expect(route.corners.length === 0).toBe(fresh.get(id)!.corners.length === 0);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('while cards are dragged, no link goes under them, and letting go draws the same', () => {
    fc.assert(
      fc.property(walk, fc.array(fc.tuple(fc.nat(900), fc.nat(900)), { minLength: 1, maxLength: 6 }), (steps, places) => {
        const editor = open();
        for (const [name, a, b] of steps) if (editor.store.document().nodes.length > 0) edits[name]!(editor, a, b);
        const [node] = editor.store.document().nodes;
        if (!node) return;
        const router = createLinkRouter();
        const view = editor.view();
        let routes = router.all(view);
        for (const [x, y] of places) routes = router.dragged(view, { [node.id]: { x, y } });
        const [x, y] = places.at(-1)!;
        editor.actions.move({ [node.id]: { x, y } }, false);
        expectTrueDrawing(editor.view(), routes);
      }),
      { numRuns: 30 },
    );
  });

  it('an action that is added after a step is in the way of everything that left its port', () => {
    fc.assert(
      fc.property(walk, fc.nat(), (steps, chosen) => {
        const { store, actions, ...rest } = open();
        for (const [name, a, b] of steps) if (store.document().nodes.length > 0) edits[name]!({ store, actions, ...rest }, a, b);
        const node = pick(store.document().nodes, chosen);
        if (!node || node.kind === 'datasink') return;
        actions.selectNode(node.id);
        const before = store.document();
        const added = actions.add(tag, chosenPlace(actions, chosen));
        if (added === undefined) return;
        const [link, ...others] = store.document().links.filter((each) => each.to.node === added);
        expect(others).toEqual([]);
        const after = flow(store.document());
        const replaced = flow(before).filter((each) => each.startsWith(`${node.id}.${link!.from.port}>`));
        for (const each of replaced) {
          expect(after).not.toContain(each);
          expect(after).toContain(`${added}.default>${each.split('>')[1]}`);
        }
        expect(after).toHaveLength(flow(before).length + 1);
      }),
      { numRuns: 100 },
    );
  });
});
