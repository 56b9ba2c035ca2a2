import { useReactFlow, useStoreApi } from '@xyflow/react';
import { drawingBounds } from '../../model/drawing-bounds.ts';
import { broughtInSight, readableFit, readableZoom, sightsOf } from '../../model/readable-fit.ts';
import { useEditorState, useView } from '../editor-context.ts';
import { useRevealRequests } from './reveal.ts';

/** A larger drawing is there at once: moving it takes too long. */
const movingMax = 60;
const stillWanted = matchMedia('(prefers-reduced-motion: reduce)');

/** Brings a step into sight that was chosen somewhere else: the problem list, the palette, the URL; with its neighbors where they have room. */
export function RevealAsked() {
  const { getViewport, setViewport } = useReactFlow();
  const stage = useStoreApi();
  const view = useView();
  const selected = useEditorState(({ selection }) => (selection.nodes.size === 1 ? [...selection.nodes][0] : undefined));
  useRevealRequests((id, focus) => {
    const drawing = drawingBounds(view);
    if (!drawing || (id !== undefined && !view.node(id))) return;
    if (id !== undefined && focus) focusCard(id);
    const { width, height } = stage.getState();
    const now = getViewport();
    const sights = sightsOf(view, id ?? selected);
    const near = broughtInSight(now, { width, height }, sights);
    const isThere = near.x === now.x && near.y === now.y;
    if (id !== undefined && isThere) return;
    const fitted = id === undefined || now.zoom < readableZoom;
    const isFar = id === undefined && view.document.nodes.length > movingMax;
    void setViewport(fitted ? readableFit({ width, height }, drawing, sights) : near, { duration: isFar || stillWanted.matches ? 0 : 200 });
  });
  return null;
}

/** Gives a card the keys; one out of sight may have to be drawn first. */
function focusCard(id: string, tries = 30): void {
  const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  if (card) card.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusCard(id, tries - 1));
}
