import { diffDocuments, linkKey, type PipelineDocument, type PipelineNode } from '@acequia/pipeline';

export type GraphMark = 'added' | 'removed' | 'changed' | 'same';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Two documents as one drawing: what was and what is, each step and link once. */
export interface GraphDiff {
  readonly boxes: readonly { readonly node: PipelineNode; readonly mark: GraphMark }[];
  readonly links: readonly {
    readonly key: string;
    readonly mark: Exclude<GraphMark, 'changed'>;
    readonly from: Point;
    readonly to: Point;
  }[];
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Every step is drawn as large as this, in canvas units. */
export const boxSize = { width: 236, height: 64 } as const;
const margin = 24;

/** Steps stand where they stand now; removed ones where they stood. */
export function graphDiff(before: PipelineDocument, after: PipelineDocument): GraphDiff {
  const diff = diffDocuments(before, after);
  const added = new Set(diff.added.map(({ id }) => id));
  const changed = new Set(diff.changed.map((each) => each.after.id));
  const markOf = ({ id }: PipelineNode): GraphMark => (added.has(id) ? 'added' : changed.has(id) ? 'changed' : 'same');
  const boxes = [
    ...after.nodes.map((node) => ({ node, mark: markOf(node) })),
    ...diff.removed.map((node) => ({ node, mark: 'removed' as const })),
  ];
  const places = new Map(boxes.map(({ node }) => [node.id, node.position]));
  const fresh = new Set(diff.addedLinks.map(linkKey));
  const links = [
    ...after.links.map((link) => ({ link, mark: fresh.has(linkKey(link)) ? ('added' as const) : ('same' as const) })),
    ...diff.removedLinks.map((link) => ({ link, mark: 'removed' as const })),
  ].flatMap(({ link, mark }) => {
    const [from, to] = [places.get(link.from.node), places.get(link.to.node)];
    if (!from || !to) return [];
    const middle = boxSize.width / 2;
    return [{ key: linkKey(link), mark, from: { x: from.x + middle, y: from.y + boxSize.height }, to: { x: to.x + middle, y: to.y } }];
  });
  return { boxes, links, bounds: boundsOf([...places.values()]) };
}

function boundsOf(points: readonly Point[]): GraphDiff['bounds'] {
  if (points.length === 0) return { x: 0, y: 0, width: boxSize.width, height: boxSize.height };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + boxSize.width + margin - x, height: Math.max(...ys) + boxSize.height + margin - y };
}
