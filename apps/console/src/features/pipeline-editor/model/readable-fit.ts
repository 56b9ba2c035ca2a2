import { around, type Box } from './box-grid.ts';
import { cardShape } from './card-shape.ts';
import type { EditorView } from './editor-view.ts';
import type { StageSize, Viewport } from './kept-viewport.ts';

/** The canvas goes no further away by itself: the smallest words of a card, 12 px, are 10 px high here. */
export const readableZoom = 0.85;

interface Room {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Beside a whole drawing: the numbers above, the bar below, and what ends at a step at its right. */
const besideWhole = ({ width }: StageSize): Room => ({ top: 56, right: width * 0.16, bottom: 72, left: width * 0.11 });
/** Beside a part of one: what matters stands above the bar. */
const besidePart: Room = { top: 24, right: 24, bottom: 60, left: 24 };
/** Names of ports stand below a card. */
export const portNamesHeight = 24;

/**
 * What should be in sight, the best first: the selected step with the steps it is linked with, then it alone. Without a selected
 * step it is the one where events enter.
 */
export function sightsOf({ document, node, shape }: EditorView, selected: string | undefined): readonly Box[] {
  const own = (selected !== undefined && node(selected)) || document.nodes.find(({ kind }) => kind === 'label') || document.nodes[0];
  if (!own) return [];
  const boxOf = (id: string): Box[] => {
    const found = node(id);
    if (!found) return [];
    const { width, height } = shape(id);
    return [{ ...found.position, width, height: height + portNamesHeight }];
  };
  const near = document.links.flatMap(({ from, to }) => (from.node === own.id ? [to.node] : to.node === own.id ? [from.node] : []));
  const alone = boxOf(own.id);
  return [around([...alone, ...near.flatMap(boxOf)]), ...alone];
}

/** The whole drawing where that can be read, otherwise as much of it as can be, around the first of the sights that has room. */
export function readableFit(stage: StageSize, drawing: Box, sights: readonly Box[]): Viewport {
  const whole = besideWhole(stage);
  const zoomOfAll = Math.min(
    1,
    (stage.width - whole.left - whole.right) / drawing.width,
    (stage.height - whole.top - whole.bottom) / drawing.height,
  );
  if (zoomOfAll >= readableZoom) return placed(stage, whole, zoomOfAll, drawing, drawing);
  return placed(stage, besidePart, readableZoom, drawing, sightIn(stage, readableZoom, sights) ?? drawing);
}

/** The least move that brings the first of the sights that has room into sight; the same place when it is there. */
export function broughtInSight(now: Viewport, stage: StageSize, sights: readonly Box[]): Viewport {
  const sight = sightIn(stage, now.zoom, sights);
  if (!sight) return now;
  const { top, right, bottom, left } = besidePart;
  return {
    zoom: now.zoom,
    x: now.x + nudge(sight.x * now.zoom + now.x, sight.width * now.zoom, left, stage.width - right),
    y: now.y + nudge(sight.y * now.zoom + now.y, sight.height * now.zoom, top, stage.height - bottom),
  };
}

/** An empty canvas stands where its first card, at 0, 0, has its place: at the top, in the middle of what a panel of that width leaves. */
export function emptyPlace(stage: StageSize, panelPx: number): Viewport {
  const { width } = cardShape('label', []);
  return { x: Math.max(besidePart.left, Math.round((stage.width - panelPx - width) / 2)), y: besideWhole(stage).top, zoom: 1 };
}

function sightIn(stage: StageSize, zoom: number, sights: readonly Box[]): Box | undefined {
  const { top, right, bottom, left } = besidePart;
  const [width, height] = [(stage.width - left - right) / zoom, (stage.height - top - bottom) / zoom];
  return sights.find((sight) => sight.width <= width && sight.height <= height) ?? sights.at(-1);
}

/** How far an interval has to move to lie between two places, of half a pixel nothing; its start wins. */
function nudge(start: number, length: number, from: number, to: number): number {
  if (start < from - 0.5) return from - start;
  return start + length > to + 0.5 ? Math.max(to - start - length, from - start) : 0;
}

function placed(stage: StageSize, { top, right, bottom, left }: Room, zoom: number, drawing: Box, sight: Box): Viewport {
  const axis = (from: number, to: number, start: number, length: number, seen: number, seenLength: number): number => {
    const room = to - from;
    if (length * zoom <= room) return from + (room - length * zoom) / 2 - start * zoom;
    if (seenLength * zoom > room) return from - seen * zoom;
    const middle = from + room / 2 - (seen + seenLength / 2) * zoom;
    return Math.min(from - start * zoom, Math.max(to - (start + length) * zoom, middle));
  };
  return {
    zoom,
    x: axis(left, stage.width - right, drawing.x, drawing.width, sight.x, sight.width),
    y: axis(top, stage.height - bottom, drawing.y, drawing.height, sight.y, sight.height),
  };
}
