import type { PipelineNode } from '@acequia/pipeline';
import { around, type Box } from './box-grid.ts';

/** A map helps from so many steps on (quality check 20). */
export const minimapFrom = 21;

export type Kind = PipelineNode['kind'];

/** A card on the map. */
export interface MapCard extends Box {
  readonly kind: Kind;
}

const round = 8;
/** Free around what is shown, as a part of it. */
const margin = 0.05;

/** What a map of this size shows: all cards and the part in sight, in the middle, with the map's own proportions. */
export function mapView(cards: readonly Box[], sight: Box, size: { readonly width: number; readonly height: number }): Box {
  const all = around([sight, ...cards]);
  const scale = Math.max(all.width / size.width, all.height / size.height) * (1 + 2 * margin);
  const [width, height] = [size.width * scale, size.height * scale];
  return { x: all.x + (all.width - width) / 2, y: all.y + (all.height - height) / 2, width, height };
}

/** The cards of each kind as one path. */
export function mapPaths(cards: readonly MapCard[]): Readonly<Record<Kind, string>> {
  const parts: Record<Kind, string[]> = { label: [], action: [], datasink: [] };
  for (const { kind, x, y, width, height } of cards) {
    const [across, down] = [width - 2 * round, height - 2 * round];
    const turn = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx} ${dy}`;
    parts[kind].push(
      `M${x + round} ${y}h${across}${turn(round, round)}v${down}${turn(-round, round)}h${-across}${turn(-round, -round)}v${-down}${turn(round, -round)}z`,
    );
  }
  return { label: parts.label.join(''), action: parts.action.join(''), datasink: parts.datasink.join('') };
}
