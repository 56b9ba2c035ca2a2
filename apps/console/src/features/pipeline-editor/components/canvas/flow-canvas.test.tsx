import type { LiveFrame } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { act, cleanup, render } from '@testing-library/react';
import type * as flowModule from '@xyflow/react';
import { ReactFlowProvider, type ReactFlowProps } from '@xyflow/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeLiveFrame } from '#lib/operations/testing/fake-things.ts';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { copyNodes } from '../../model/clipboard.ts';
import { createLiveStore } from '../../model/live-store.ts';
import type { CardNode, LinkEdge } from '../../model/projection.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import type * as editorContextModule from '../editor-context.ts';
import { ServicesContext } from '../editor-context.ts';
import type * as portTitleModule from '../port-title.ts';
import { ViewProvider } from '../view-provider.tsx';
import { FlowCanvas } from './flow-canvas.tsx';

const drawn = vi.hoisted(() => ({ cards: [] as string[], links: [] as string[], props: undefined as unknown }));
vi.mock('../url-state.ts', () => ({
  useShownAs: () => ({ shownAs: 'canvas', focused: false, focusable: true, show: vi.fn(), focus: vi.fn() }),
}));
vi.mock('../port-title.ts', async (original) => {
  const real = await original<typeof portTitleModule>();
  return {
    portTitle: (...[port, node, t]: Parameters<typeof real.portTitle>) => (drawn.cards.push(node.id), real.portTitle(port, node, t)),
  };
});
vi.mock('../editor-context.ts', async (original) => {
  const real = await original<typeof editorContextModule>();
  const useFlowRate: typeof real.useFlowRate = (node, link) => (
    drawn.links.push(`${node.id}.${link.from.port}`),
    real.useFlowRate(node, link)
  );
  return { ...real, useFlowRate };
});
vi.mock('@xyflow/react', async (original) => {
  const real = await original<typeof flowModule>();
  const ReactFlow = (props: ReactFlowProps) => ((drawn.props = props), (<real.ReactFlow {...props} />));
  return { ...real, ReactFlow };
});

const size = 40;
const names = Array.from({ length: size }, (_, index) => `a${index}`);
const document = documentOf(
  [
    label(),
    ...names.map((id, index) => action(id, { position: { x: (index % 10) * 300, y: 150 + Math.floor(index / 10) * 200 } })),
    datasink('d', { position: { x: 0, y: 3000 } }),
  ],
  ['in>a0', ...names.slice(1).map((id, index) => `a${index}>${id}`), `a${size - 1}>d`],
);

/** Every card somewhere else. */
const spread = Object.fromEntries(document.nodes.map(({ id, position }) => [id, { x: position.x * 2 + 40, y: position.y * 2 + 40 }]));

function open() {
  const store = createEditorStore(document, { readOnly: false });
  const viewer = createViewer();
  const read = (shown: PipelineDocument) => viewer(shown, catalogue, 'en', (id) => id);
  const view = () => read(store.document());
  const notices = { refused: vi.fn(), labelLeftOut: vi.fn(), copied: vi.fn(), linksLost: vi.fn() };
  const live = createLiveStore('PL_1');
  const services = {
    pipelineId: 'PL_1',
    readOnly: false,
    store,
    live,
    actions: createEditorActions({ store, view, newId: countingIds(), notices, arrange: async () => spread }),
    openNote: vi.fn(),
    findStep: vi.fn(),
  };
  render(
    <TooltipProvider>
      <ServicesContext value={services}>
        <ReactFlowProvider>
          <ViewProvider store={store} read={read}>
            <FlowCanvas />
          </ViewProvider>
        </ReactFlowProvider>
      </ServicesContext>
    </TooltipProvider>,
  );
  return { store, live, view, actions: services.actions };
}

const flow = () => drawn.props as ReactFlowProps<CardNode, LinkEdge>;
const forget = () => {
  drawn.cards = [];
  drawn.links = [];
};
const drag = (id: string, x: number, y: number, dragging = true) =>
  act(() => flow().onNodesChange!([{ id, type: 'position', position: { x, y }, dragging }]));

/** What the canvas library is told of a change: everything else, and all who listen to it, rest. */
const changedProps = (before: object): string[] =>
  Object.entries(flow()).flatMap(([name, value]) => (value === (before as Readonly<Record<string, unknown>>)[name] ? [] : [name]));

beforeEach(forget);
afterEach(cleanup);

it('a dragged card is drawn again with its two links, and nothing else', () => {
  open();
  expect(new Set(drawn.cards).size).toBe(size + 2);
  expect(new Set(drawn.links).size).toBe(size + 1);
  drag('a25', 5000, 400);
  forget();
  for (let step = 1; step <= 10; step += 1) drag('a25', 5000 + step, 400);
  expect(new Set(drawn.cards)).toEqual(new Set(['a25']));
  expect(new Set(drawn.links)).toEqual(new Set(['a24.default', 'a25.default']));
  expect(drawn.links.length).toBeLessThanOrEqual(2 * 10);
});

it('letting go of it is one undo step, and draws no other card', () => {
  const { store } = open();
  drag('a25', 5000, 400);
  forget();
  drag('a25', 5000, 440, false);
  expect(store.get().history.past).toHaveLength(1);
  expect(store.document().nodes.find(({ id }) => id === 'a25')?.position).toEqual({ x: 5000, y: 440 });
  expect(new Set(drawn.cards).size).toBeLessThanOrEqual(1);
});

it('an undo of a move draws the moved card and its two links, and tells the canvas of nothing but cards', () => {
  const { store } = open();
  drag('a25', 5000, 440);
  drag('a25', 5000, 440, false);
  forget();
  const before = flow();
  act(() => store.undo());
  expect(new Set(drawn.cards)).toEqual(new Set(['a25']));
  expect(new Set(drawn.links)).toEqual(new Set(['a24.default', 'a25.default']));
  expect(drawn.links).toHaveLength(2);
  expect(changedProps(before)).toEqual(['nodes']);
});

it('a paste draws what was pasted, each card once, and none of the cards that stood there', () => {
  const { store, view, actions } = open();
  act(() => store.select({ nodes: new Set(), links: new Set() }));
  const [text, before] = [copyNodes(document, new Set(names.slice(0, 20))), flow()];
  forget();
  act(() => actions.paste(text));
  const pasted = store.document().nodes.slice(document.nodes.length);
  expect(pasted).toHaveLength(20);
  expect(new Set(drawn.cards)).toEqual(new Set(pasted.map(({ id }) => id)));
  expect(drawn.cards).toHaveLength(pasted.reduce((sum, { id }) => sum + view().shape(id).ports.length, 0));
  // But for the links that go around what was pasted.
  expect(drawn.links.filter((each) => names.includes(each.split('.')[0]!))).toEqual(['a9.default', 'a19.default']);
  expect(changedProps(before).toSorted()).toEqual(['edges', 'nodes']);
});

it('an auto-layout draws each card and each link once, and tells the canvas of nothing but cards', async () => {
  const { view, actions } = open();
  forget();
  const before = flow();
  await act(() => actions.layout());
  expect(drawn.cards).toHaveLength(document.nodes.reduce((sum, { id }) => sum + view().shape(id).ports.length, 0));
  expect(new Set(drawn.cards).size).toBe(size + 2);
  expect(drawn.links).toHaveLength(size + 1);
  expect(changedProps(before)).toEqual(['nodes']);
});

it('a selection draws only the cards that are selected now or were before', () => {
  const { store } = open();
  act(() => store.select({ nodes: new Set(['a10']), links: new Set() }));
  forget();
  act(() => store.select({ nodes: new Set(['a20']), links: new Set() }));
  expect(new Set(drawn.cards)).toEqual(new Set(['a10', 'a20']));
  expect(drawn.links).toEqual([]);
});

it('new numbers of a step draw that step and its links only', () => {
  const { live } = open();
  act(() => live.run({ version: '1.0.0', document }));
  const rate = (events: number) => ({ events, bytes: events * 100 });
  const now = (events: number): LiveFrame['nodes'][string] => ({
    in: rate(events),
    ports: { default: rate(events) },
    rejected: 0,
    filtered: 0,
    dropped: 0,
    reasons: {},
    queuedEvents: 0,
    waiting: null,
  });
  act(() => live.receive(fakeLiveFrame({ nodes: { a1: now(90), a2: now(90) } })));
  forget();
  act(() => live.receive(fakeLiveFrame({ nodes: { a1: now(70), a2: now(90.01) } })));
  expect(new Set(drawn.cards)).toEqual(new Set(['a1']));
  expect(new Set(drawn.links)).toEqual(new Set(['a1.default']));
});

it('a link that the running version does not have shows no rate', () => {
  const { live } = open();
  const now = { in: { events: 9, bytes: 9 }, ports: { default: { events: 9, bytes: 9 } }, rejected: 0, filtered: 0, dropped: 0 };
  const nodes = { a1: { ...now, reasons: {}, queuedEvents: 0, waiting: null } };
  const flowing = () => window.document.querySelectorAll('.pe-link-flowing').length;
  act(() => live.receive(fakeLiveFrame({ nodes })));
  expect(flowing()).toBe(0);
  act(() => live.run({ version: '1.0.0', document: { ...document, links: document.links.filter(({ from }) => from.node !== 'a1') } }));
  expect(flowing()).toBe(0);
  act(() => live.run({ version: '1.1.0', document }));
  expect(flowing()).toBe(1);
});
