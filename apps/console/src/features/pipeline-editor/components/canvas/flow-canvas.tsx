import {
  Background,
  BackgroundVariant,
  MiniMap,
  ReactFlow,
  useReactFlow,
  useStoreApi,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  type ReactFlowInstance,
} from '@xyflow/react';
import { useMemo, useRef, useState, type DragEvent } from 'react';
import { useTexts } from '#i18n/index.ts';
import type { Ingredient, Place } from '../../model/add-node.ts';
import { nodeAt } from '../../model/node-at.ts';
import { createProjector, type CardNode, type Dragged, type LinkEdge } from '../../model/projection.ts';
import { editorTexts } from '../../texts.ts';
import { useEditorState, useServices, useView } from '../editor-context.ts';
import { draggedIngredient } from '../palette/dragged-ingredient.ts';
import { focusPalette } from '../palette/focus-palette.ts';
import { ConnectionLine } from './connection-line.tsx';
import { FlowLink } from './flow-link.tsx';
import { NodeCard } from './node-card.tsx';
import { useCanvasWords } from './use-canvas-words.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRevealRequests } from './reveal.ts';
import { fitOptions, ZoomBar } from './zoom-bar.tsx';

const nodeTypes = { card: NodeCard };
const edgeTypes = { link: FlowLink };
/** A map helps from here on (quality check 20). */
const minimapFrom = 21;
const cardMiddle = { x: 118, y: 42 };
const portNamesHeight = 24;
/** The bar at the bottom covers what lies under it. */
const zoomBarHeight = 52;
/** Below this a step is brought nearer when it is shown. */
const readableZoom = 0.6;
/** Left around a step that is brought into sight, px. */
const revealRoom = 32;

/** The drawing of the document. It is given nodes and links, and answers with edits; it owns only what is being dragged. */
export function FlowCanvas() {
  const t = useTexts(editorTexts);
  const { pipelineId, readOnly, store, actions } = useServices();
  const view = useView();
  const selection = useEditorState((state) => state.selection);
  const [projector] = useState(createProjector);
  const [dragged, setDragged] = useState<Dragged>({});
  const [overLink, setOverLink] = useState<string>();
  const flow = useRef<ReactFlowInstance<CardNode, LinkEdge>>(null);
  const stage = useRef<HTMLElement>(null);
  const place = useKeptPlace(pipelineId, view, stage);
  const { words, ariaLabels } = useCanvasWords();
  const nodes = useMemo(() => projector.nodes(view, selection, dragged, words), [projector, view, selection, dragged, words]);
  const edges = useMemo(() => projector.edges(view, selection, dragged, words), [projector, view, selection, dragged, words]);

  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    const select = changes.filter((change) => change.type === 'select');
    if (select.length > 0) store.select({ nodes: toggled(store.get().selection.nodes, select), links: store.get().selection.links });
    const moving: Record<string, { x: number; y: number }> = {};
    const moved: Record<string, { x: number; y: number }> = {};
    for (const change of changes) {
      if (change.type !== 'position' || !change.position) continue;
      (change.dragging ? moving : moved)[change.id] = { x: Math.round(change.position.x), y: Math.round(change.position.y) };
    }
    if (Object.keys(moving).length > 0) setDragged((known) => ({ ...known, ...moving }));
    if (Object.keys(moved).length > 0) {
      const byKeyboard = Object.keys(dragged).length === 0;
      setDragged({});
      actions.move(moved, byKeyboard);
    }
  };
  const onEdgesChange = (changes: EdgeChange<LinkEdge>[]) => {
    const select = changes.filter((change) => change.type === 'select');
    if (select.length > 0) store.select({ nodes: store.get().selection.nodes, links: toggled(store.get().selection.links, select) });
  };
  const connect = ({ source, sourceHandle, target }: Connection) =>
    void actions.link({ node: source, port: sourceHandle ?? 'default' }, target);
  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    if (state.isValid || !state.fromNode || !state.fromHandle || state.fromHandle.type !== 'source') return;
    const pointer = 'changedTouches' in event ? event.changedTouches[0] : event;
    const target = pointer && flow.current && nodeAt(view, flow.current.screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY }));
    const from = { node: state.fromNode.id, port: state.fromHandle.id ?? 'default' };
    if (target === undefined || target === null) return;
    if (target !== from.node) actions.link(from, target);
  };
  const placeOf = (event: DragEvent): Place | undefined => {
    const link = linkUnder(event);
    if (link !== undefined) return { type: 'into', link };
    const point = flow.current?.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    return point && { type: 'at', x: point.x - cardMiddle.x, y: point.y - cardMiddle.y };
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOverLink(undefined);
    const ingredient: Ingredient | undefined = draggedIngredient.take();
    const place = placeOf(event);
    if (ingredient && place) actions.add(ingredient, place);
  };

  return (
    <section ref={stage} className="pe-stage" data-over-link={overLink !== undefined || undefined} aria-label={t('canvas')}>
      <ReactFlow
        nodes={nodes}
        edges={edges.map((edge) => (edge.id === overLink ? { ...edge, selected: true } : edge))}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={(instance) => {
          flow.current = instance;
          place.begin();
        }}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={connect}
        onConnectEnd={onConnectEnd}
        isValidConnection={({ source, sourceHandle, target }) =>
          actions.linkFault({ node: source, port: sourceHandle ?? 'default' }, target) === undefined
        }
        connectionLineComponent={ConnectionLine}
        connectionRadius={26}
        connectionDragThreshold={4}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        nodeDragThreshold={3}
        edgesReconnectable={false}
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={['Meta', 'Control']}
        panOnScroll
        zoomOnDoubleClick={false}
        zoomOnPinch
        minZoom={0.2}
        maxZoom={2}
        autoPanOnNodeFocus
        ariaLabelConfig={ariaLabels}
        {...(place.first ? { defaultViewport: place.first } : { fitView: true, fitViewOptions: fitOptions })}
        onMoveEnd={(_event, viewport) => place.keep(viewport)}
        onDragOver={(event) => {
          if (readOnly || !draggedIngredient.peek()) return;
          event.preventDefault();
          event.dataTransfer.dropEffect = 'copy';
          setOverLink(draggedIngredient.peek()?.kind === 'action' ? linkUnder(event) : undefined);
        }}
        onDragLeave={() => setOverLink(undefined)}
        onDrop={onDrop}
        onDoubleClick={(event) => {
          if (event.target instanceof Element && event.target.classList.contains('react-flow__pane')) focusPalette();
        }}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} color="var(--dot)" />
        <ZoomBar />
        {nodes.length >= minimapFrom && (
          <MiniMap
            className="pe-minimap ui-pop"
            pannable
            zoomable
            nodeClassName={(node: CardNode) => `pe-map-${node.data.node.kind}`}
            nodeBorderRadius={8}
            ariaLabel={t('minimap')}
          />
        )}
        <RevealSelected />
      </ReactFlow>
    </section>
  );
}

/** Brings a step into sight that was chosen somewhere else: the problem list, the palette, the URL. */
function RevealSelected() {
  const { getViewport, setCenter, setViewport, fitView } = useReactFlow();
  const stage = useStoreApi();
  const view = useView();
  useRevealRequests((id) => {
    if (id === undefined) {
      void fitView({ ...fitOptions, duration: 200 });
      return;
    }
    const node = view.node(id);
    if (!node) return;
    const { width, height } = view.shape(id);
    const { x, y, zoom } = getViewport();
    const { width: stageWidth, height: stageHeight } = stage.getState();
    const [left, top] = [node.position.x * zoom + x, node.position.y * zoom + y];
    const [right, bottom] = [left + width * zoom, top + (height + portNamesHeight) * zoom];
    const [floor, wall] = [stageHeight - zoomBarHeight, stageWidth];
    if (left >= 0 && top >= 0 && right <= wall && bottom <= floor) return;
    if (zoom < readableZoom) {
      void setCenter(node.position.x + width / 2, node.position.y + height / 2, { zoom: readableZoom, duration: 200 });
      return;
    }
    void setViewport({ x: x + nudge(left, right, wall), y: y + nudge(top, bottom, floor), zoom }, { duration: 200 });
  });
  return null;
}

/** How far an interval has to move to lie within 0 … `length`, with some room; its start wins. */
function nudge(start: number, end: number, length: number): number {
  if (start < 0) return revealRoom - start;
  return end > length ? Math.max(length - revealRoom - end, revealRoom - start) : 0;
}

function toggled(set: ReadonlySet<string>, changes: readonly { readonly id: string; readonly selected: boolean }[]): ReadonlySet<string> {
  const next = new Set(set);
  for (const { id, selected } of changes) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

function linkUnder(event: DragEvent): string | undefined {
  const link = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.closest('[data-link]'));
  return link?.closest<SVGElement>('[data-link]')?.dataset['link'];
}
