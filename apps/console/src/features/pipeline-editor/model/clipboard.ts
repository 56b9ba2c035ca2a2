import {
  applyChange,
  isChangeFault,
  nodeSchema,
  linkSchema,
  type Change,
  type Link,
  type PipelineDocument,
  type PipelineNode,
} from '@acequia/pipeline';
import * as z from 'zod';
import { BoxGrid, type Box } from './box-grid.ts';
import type { CardShape } from './card-shape.ts';
import type { NewId } from './new-id.ts';

const shiftStep = 32;

const fragmentSchema = z.object({ acequia: z.literal('nodes'), nodes: z.array(nodeSchema).min(1), links: z.array(linkSchema) });

/** Nodes and the links among them as text, to be pasted into this or another pipeline. */
export function copyNodes(document: PipelineDocument, ids: ReadonlySet<string>): string {
  const nodes = document.nodes.filter((node) => ids.has(node.id));
  const links = document.links.filter((link) => ids.has(link.from.node) && ids.has(link.to.node));
  return JSON.stringify({ acequia: 'nodes', nodes, links }, null, 2);
}

export type PasteFault = 'not-nodes' | 'nothing-left' | 'too-many-nodes' | 'too-many-links';

export interface Pasted {
  readonly changes: readonly Change[];
  readonly nodes: readonly string[];
  /** A label was left out, because the pipeline has one. */
  readonly labelLeft: boolean;
}

/** Copies with new ids, a little lower and to the right until they cover no card. */
export function pasteNodes(
  document: PipelineDocument,
  text: string,
  newId: NewId,
  shapeOf: (node: string) => CardShape,
): Pasted | PasteFault {
  const fragment = readFragment(text);
  if (!fragment) return 'not-nodes';
  const hasLabel = document.nodes.some((node) => node.kind === 'label');
  const labels = fragment.nodes.filter((node) => node.kind === 'label');
  const kept = fragment.nodes.filter((node) => node.kind !== 'label' || (!hasLabel && node === labels[0]));
  if (kept.length === 0) return 'nothing-left';
  const ids = new Map(kept.map((node) => [node.id, newId.node(node.kind === 'label' ? 'label' : node.component)]));
  const shift = freeShift(document, kept, shapeOf);
  const nodes = kept.map((node): PipelineNode => ({
    ...node,
    id: ids.get(node.id)!,
    position: { x: node.position.x + shift, y: node.position.y + shift },
  }));
  const links = fragment.links.flatMap((link): Link[] => {
    const [from, to] = [ids.get(link.from.node), ids.get(link.to.node)];
    return from !== undefined && to !== undefined ? [{ id: newId.link(), from: { ...link.from, node: from }, to: { node: to } }] : [];
  });
  const change: Change = { type: 'add-nodes', nodes, links };
  const result = applyChange(document, change);
  if (isChangeFault(result)) return result === 'too-many-nodes' || result === 'too-many-links' ? result : 'not-nodes';
  return { changes: [change], nodes: [...ids.values()], labelLeft: kept.length < fragment.nodes.length };
}

function readFragment(text: string): z.infer<typeof fragmentSchema> | undefined {
  try {
    return fragmentSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function freeShift(document: PipelineDocument, nodes: readonly PipelineNode[], shapeOf: (node: string) => CardShape): number {
  const boxOf = ({ id, position }: PipelineNode, shift: number): Box => {
    const { width, height } = shapeOf(id);
    return { x: position.x + shift, y: position.y + shift, width, height };
  };
  const taken = new BoxGrid(document.nodes.map((node) => boxOf(node, 0)));
  let shift = shiftStep;
  while (nodes.some((node) => taken.over(boxOf(node, shift)).length > 0)) shift += shiftStep;
  return shift;
}
