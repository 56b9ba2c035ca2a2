import {
  Background,
  BackgroundVariant,
  ReactFlow,
  useStoreApi,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  type ReactFlowInstance,
  type Viewport,
} from '@xyflow/react';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type MouseEvent as ReactMouseEvent,
  type PointerEvent,
} from 'react';
import { useTexts } from '#i18n/index.ts';
import { keepArrangeReady } from '../../model/arrange.ts';
import type { Ingredient, Place } from '../../model/add-node.ts';
import { minimapFrom } from '../../model/mini-map.ts';
import { nodeAt } from '../../model/node-at.ts';
import { createProjector, type CardNode, type LinkEdge } from '../../model/projection.ts';
import { createShownPlaces } from '../../model/shown-places.ts';
import { editorTexts } from '../../texts.ts';
import { useEditorState, useServices, useView } from '../editor-context.ts';
import { draggedIngredient } from '../palette/dragged-ingredient.ts';
import { LooseLink, type LooseEnd } from '../palette/loose-link.tsx';
import { useSteady } from '../use-steady.ts';
import { ConnectionLine } from './connection-line.tsx';
import { FlowLink, ShownPlacesContext } from './flow-link.tsx';
import { MiniMap } from './mini-map.tsx';
import { NodeCard } from './node-card.tsx';
import { useCanvasWords } from './use-canvas-words.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { RevealAsked } from './reveal-asked.tsx';
import { useCanvasMenu } from './use-canvas-menu.tsx';
import { useFar } from './use-far.ts';
import { ZoomBar } from './zoom-bar.tsx';

const nodeTypes = { card: NodeCard };
const edgeTypes = { link: FlowLink };
const multiSelectionKeys = ['Meta', 'Control'];
const proOptions = { hideAttribution: true };
const cardMiddle = { x: 118, y: 42 };
/** From here on only the cards in sight are drawn, and the thread that arranges them is ready before it is asked. */
const largeFrom = 120;

type Places = Record<string, { x: number; y: number }>;

/**
 * The drawing of the document. It is given nodes and links, and answers with edits; it owns only what is being dragged. `panelPx`: what
 * the panel of a step takes of it once it opens.
 */
export function FlowCanvas({ panelPx = 0 }: { readonly panelPx?: number }) {
  const t = useTexts(editorTexts);
  const { pipelineId, readOnly, store, actions, findStep } = useServices();
  const view = useView();
  const selection = useEditorState((state) => state.selection);
  const [projector] = useState(createProjector);
  const [places] = useState(createShownPlaces);
  const [overLink, setOverLink] = useState<string>();
  const [loose, setLoose] = useState<LooseEnd>();
  const flow = useRef<ReactFlowInstance<CardNode, LinkEdge>>(null);
  const canvas = useStoreApi<CardNode, LinkEdge>();
  const dragging = useRef(false);
  const stage = useRef<HTMLElement>(null);
  const [chosen] = selection.nodes;
  const place = useKeptPlace(pipelineId, stage, { view, selected: selection.nodes.size === 1 ? chosen : undefined, panelPx });
  const far = useFar();
  const { words, ariaLabels } = useCanvasWords();
  const nodes = useMemo(() => projector.nodes(view, selection, words), [projector, view, selection, words]);
  const links = useMemo(() => projector.edges(view, selection, words), [projector, view, selection, words]);
  const edges = useMemo(
    () => (overLink === undefined ? links : links.map((link) => (link.id === overLink ? { ...link, selected: true } : link))),
    [links, overLink],
  );

  const large = nodes.length >= largeFrom;
  useEffect(() => (large && !readOnly ? keepArrangeReady() : undefined), [large, readOnly]);
  // Before anything is painted: a link is never seen on its way of before.
  useLayoutEffect(() => {
    if (!dragging.current) places.show(view);
  }, [places, view]);

  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    const select = changes.filter((change) => change.type === 'select');
    if (select.length > 0) store.select({ nodes: toggled(store.get().selection.nodes, select), links: store.get().selection.links });
    const moving: Places = {};
    const moved: Places = {};
    for (const change of changes) {
      if (change.type !== 'position' || !change.position) continue;
      (change.dragging ? moving : moved)[change.id] = { x: Math.round(change.position.x), y: Math.round(change.position.y) };
    }
    if (Object.keys(moving).length > 0) follow(moving);
    if (Object.keys(moved).length > 0) drop(moved);
  };
  /** Past React: of the cards only those that are dragged are drawn again, and of the links only theirs. */
  const follow = (moving: Places) => {
    dragging.current = true;
    const drawn = projector.drag(moving);
    canvas.getState().setNodes([...drawn.nodes]);
    places.drag(view, drawn.dragged);
  };
  const drop = (moved: Places) => {
    const byKeyboard = !dragging.current;
    dragging.current = false;
    projector.drop();
    actions.move(moved, byKeyboard);
    if (store.document() !== view.document) return;
    canvas.getState().setNodes([...projector.nodes(view, selection, words)]);
    places.show(view);
  };
  const onEdgesChange = (changes: EdgeChange<LinkEdge>[]) => {
    const select = changes.filter((change) => change.type === 'select');
    if (select.length > 0) store.select({ nodes: store.get().selection.nodes, links: toggled(store.get().selection.links, select) });
  };
  const onConnect = ({ source, sourceHandle, target }: Connection) =>
    void actions.link({ node: source, port: sourceHandle ?? 'default' }, target);
  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    if (state.isValid || !state.fromNode || !state.fromHandle || state.fromHandle.type !== 'source') return;
    const pointer = 'changedTouches' in event ? event.changedTouches[0] : event;
    const point = pointer && flow.current?.screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY });
    if (!point) return;
    const target = nodeAt(view, point);
    const from = { node: state.fromNode.id, port: state.fromHandle.id ?? 'default' };
    if (target !== undefined && target !== from.node) actions.link(from, target);
    else if (target === undefined && overPane(pointer))
      setLoose({ from, at: { x: point.x - cardMiddle.x, y: point.y }, pointer: { x: pointer.clientX, y: pointer.clientY } });
  };
  const isValidConnection = ({ source, sourceHandle, target }: Connection | LinkEdge) =>
    actions.linkFault({ node: source, port: sourceHandle ?? 'default' }, target) === undefined;
  const onInit = (instance: ReactFlowInstance<CardNode, LinkEdge>) => {
    flow.current = instance;
  };
  const onMoveEnd = (_event: MouseEvent | TouchEvent | null, viewport: Viewport) => place.keep(viewport);
  const onDragOver = (event: DragEvent) => {
    if (readOnly || !draggedIngredient.peek()) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOverLink(draggedIngredient.peek()?.kind === 'action' ? linkUnder(event) : undefined);
  };
  const onDragLeave = () => setOverLink(undefined);
  const onDoubleClick = (event: ReactMouseEvent) => {
    if (event.target instanceof Element && event.target.classList.contains('react-flow__pane')) findStep();
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
  const withMap = nodes.length >= minimapFrom;
  const overCanvas = useMemo(
    () => (
      <>
        <div className="contents" aria-hidden>
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} color="var(--dot)" />
        </div>
        <ZoomBar />
        {withMap && <MiniMap />}
        <RevealAsked />
      </>
    ),
    [withMap],
  );
  const menu = useCanvasMenu();
  /** Where the library would begin to draw a frame; a frame begins beside the cards. */
  const onShiftPress = (event: PointerEvent<HTMLElement>) => {
    const card = shiftedCard(event);
    if (card === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    actions.toggleNode(card);
  };
  const steady = useSteady({
    ...menu.handlers,
    onNodesChange,
    onEdgesChange,
    onConnect,
    onConnectEnd,
    isValidConnection,
    onInit,
    onMoveEnd,
    onDragOver,
    onDragLeave,
    onDrop,
    onDoubleClick,
  });

  return (
    <section
      ref={stage}
      className="pe-stage"
      data-over-link={overLink !== undefined || undefined}
      data-far={far || undefined}
      aria-label={t('canvas')}
      onPointerDownCapture={onShiftPress}
      onClickCapture={(event) => shiftedCard(event) !== undefined && event.stopPropagation()}
    >
      <ShownPlacesContext value={places}>
        {place.first && (
          <ReactFlow
            nodes={nodes as CardNode[]}
            edges={edges as LinkEdge[]}
            onlyRenderVisibleElements={large}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            {...steady}
            connectionLineComponent={ConnectionLine}
            connectionRadius={26}
            connectionDragThreshold={4}
            nodesDraggable={!readOnly}
            nodesConnectable={!readOnly}
            nodeDragThreshold={3}
            edgesReconnectable={false}
            deleteKeyCode={null}
            selectionKeyCode="Shift"
            multiSelectionKeyCode={multiSelectionKeys}
            panOnScroll
            zoomOnDoubleClick={false}
            zoomOnPinch
            minZoom={0.05}
            maxZoom={2}
            autoPanOnNodeFocus
            ariaLabelConfig={ariaLabels}
            defaultViewport={place.first}
            proOptions={proOptions}
          >
            {overCanvas}
          </ReactFlow>
        )}
      </ShownPlacesContext>
      {menu.drawn}
      {loose && <LooseLink end={loose} onClose={() => setLoose(undefined)} />}
    </section>
  );
}

function toggled(set: ReadonlySet<string>, changes: readonly { readonly id: string; readonly selected: boolean }[]): ReadonlySet<string> {
  const next = new Set(set);
  for (const { id, selected } of changes) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** The card under a press of the main button with Shift alone. */
function shiftedCard(event: ReactMouseEvent): string | undefined {
  if (!event.shiftKey || event.ctrlKey || event.metaKey || event.button !== 0 || !(event.target instanceof Element)) return undefined;
  return event.target.closest<HTMLElement>('.react-flow__node')?.dataset['id'];
}

/** Not over the palette, the panel or what floats over the canvas. */
const overPane = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): boolean =>
  Boolean(document.elementFromPoint(clientX, clientY)?.closest('.react-flow__renderer'));

function linkUnder(event: DragEvent): string | undefined {
  const link = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.closest('[data-link]'));
  return link?.closest<SVGElement>('[data-link]')?.dataset['link'];
}
