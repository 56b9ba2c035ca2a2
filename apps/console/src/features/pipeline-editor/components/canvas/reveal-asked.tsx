import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useView } from '../editor-context.ts';
import { useRevealRequests } from './reveal.ts';
import { firstFit, wholeMax } from './zoom-bar.tsx';

const portNamesHeight = 24;
/** The bar at the bottom covers what lies under it. */
const zoomBarHeight = 52;
/** Below this a step is brought nearer when it is shown. */
const readableZoom = 0.6;
/** Left around a step that is brought into sight, px. */
const revealRoom = 32;

/** Brings a step into sight that was chosen somewhere else: the problem list, the palette, the URL. */
export function RevealAsked() {
  const { getViewport, setCenter, setViewport, fitView } = useReactFlow();
  const stage = useStoreApi();
  const view = useView();
  useRevealRequests((id, focus) => {
    if (id === undefined) {
      void fitView({ ...firstFit(view), duration: view.document.nodes.length <= wholeMax ? 200 : 0 });
      return;
    }
    const node = view.node(id);
    if (!node) return;
    if (focus) focusCard(id);
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

/** Gives a card the keys; one out of sight may have to be drawn first. */
function focusCard(id: string, tries = 30): void {
  const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  if (card) card.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusCard(id, tries - 1));
}

/** How far an interval has to move to lie within 0 … `length`, with some room; its start wins. */
function nudge(start: number, end: number, length: number): number {
  if (start < 0) return revealRoom - start;
  return end > length ? Math.max(length - revealRoom - end, revealRoom - start) : 0;
}
