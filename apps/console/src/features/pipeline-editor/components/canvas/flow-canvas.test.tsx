import type { LiveFrame } from '@acequia/contract';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { act, cleanup, render } from '@testing-library/react';
import type * as flowModule from '@xyflow/react';
import { ReactFlowProvider, type ReactFlowProps } from '@xyflow/react';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import type { CardNode, LinkEdge } from '../../model/projection.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import type * as editorContextModule from '../editor-context.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import type * as portTitleModule from '../port-title.ts';
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
  const useLinkRate: typeof real.useLinkRate = (node, port) => (drawn.links.push(`${node.id}.${port}`), real.useLinkRate(node, port));
  return { ...real, useLinkRate };
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

function open() {
  const store = createEditorStore(document, { readOnly: false });
  const viewer = createViewer();
  const views = new Map<unknown, ReturnType<typeof viewer>>();
  const view = () => {
    const shown = store.document();
    const known = views.get(shown) ?? viewer(shown, catalogue, 'en', (id) => id);
    views.set(shown, known);
    return known;
  };
  const notices = { refused: vi.fn(), labelLeftOut: vi.fn(), copied: vi.fn(), linksLost: vi.fn() };
  const live = createLiveStore('PL_1');
  const services = {
    pipelineId: 'PL_1',
    readOnly: false,
    store,
    live,
    actions: createEditorActions({ store, view, newId: countingIds(), notices }),
    openNote: vi.fn(),
    findStep: vi.fn(),
  };
  function Canvas() {
    useSyncExternalStore(store.subscribe, store.get);
    return (
      <ViewContext value={view()}>
        <FlowCanvas />
      </ViewContext>
    );
  }
  render(
    <TooltipProvider>
      <ServicesContext value={services}>
        <ReactFlowProvider>
          <Canvas />
        </ReactFlowProvider>
      </ServicesContext>
    </TooltipProvider>,
  );
  return { store, live };
}

const flow = () => drawn.props as ReactFlowProps<CardNode, LinkEdge>;
const forget = () => {
  drawn.cards = [];
  drawn.links = [];
};
const drag = (id: string, x: number, y: number, dragging = true) =>
  act(() => flow().onNodesChange!([{ id, type: 'position', position: { x, y }, dragging }]));

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
  const frame = (nodes: LiveFrame['nodes']): LiveFrame => ({ atMs: 1, listeners: {}, datasinks: {}, pipelines: {}, nodes });
  act(() => live.receive(frame({ a1: now(90), a2: now(90) })));
  forget();
  act(() => live.receive(frame({ a1: now(70), a2: now(90.01) })));
  expect(new Set(drawn.cards)).toEqual(new Set(['a1']));
  expect(new Set(drawn.links)).toEqual(new Set(['a1.default']));
});
