import type { PipelineDocument } from '@acequia/pipeline';
import { BoxGrid, overlap, type Box } from './box-grid.ts';
import type { Positions } from './layout.ts';

/** Of most cards. */
const card = { width: 236, height: 68 };
/** From here on a card lies under another one. */
const coveredFrom = 0.5;
const pileFrom = 0.25;

/**
 * Steps of which at least a quarter cannot be seen for others: nobody has drawn them, as in a document made through the API with
 * every step at the same place. A card that a person laid over another one is not a pile.
 */
export function isPile({ nodes }: PipelineDocument): boolean {
  const boxes = nodes.map(({ position }): Box => ({ ...position, ...card }));
  const grid = new BoxGrid(boxes);
  const covered = boxes.filter((box) =>
    grid.over(box).some((other) => other !== box && overlap(other, box) >= coveredFrom * card.width * card.height),
  );
  return covered.length >= 2 && covered.length >= pileFrom * nodes.length;
}

/** The document with its steps at other places. */
export const movedTo = (document: PipelineDocument, positions: Positions): PipelineDocument => ({
  ...document,
  nodes: document.nodes.map((node) => ({ ...node, position: positions[node.id] ?? node.position })),
});
