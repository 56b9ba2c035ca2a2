import type { Port } from '@acequia/component-sdk/definition';
import type { ActionNode, Change, DatasinkNode, LabelNode, Link, PipelineDocument, PipelineNode } from '@acequia/pipeline';
import { cardShape, type CardShape } from './card-shape.ts';
import type { NewId } from './new-id.ts';

/** What a palette entry makes. */
export type Ingredient =
  | { readonly kind: 'label'; readonly listenerId: string; readonly labelId: string }
  | { readonly kind: 'action'; readonly component: string; readonly version: string }
  | {
      readonly kind: 'datasink';
      readonly component: string;
      readonly version: string;
      readonly datasinkId: string;
      /** What the node begins with: the settings of the preset its datasink was made from. */
      readonly config?: Readonly<Record<string, unknown>>;
    };

/** Where it goes: after a node (below it, or where a link was let go), into a link, or to a free place. */
export type Place =
  | { readonly type: 'after'; readonly node: string; readonly port?: string; readonly at?: { readonly x: number; readonly y: number } }
  | { readonly type: 'into'; readonly link: string }
  | { readonly type: 'at'; readonly x: number; readonly y: number };

export interface AddContext {
  readonly newId: NewId;
  readonly shapeOf: (node: string) => CardShape;
  readonly portsOf: (node: string) => readonly Port[];
}

/** Between a step and what is set below it. */
export const gap = 60;

/** The changes that add it, and the id of the new node. `into` a link adds an action between its ends; anything else is set beside the link. */
export function addNode(
  document: PipelineDocument,
  ingredient: Ingredient,
  place: Place,
  context: AddContext,
): { readonly node: string; readonly changes: readonly Change[] } {
  const id = context.newId.node(ingredient.kind === 'label' ? 'label' : ingredient.component);
  if (place.type === 'into' && ingredient.kind === 'action') {
    const link = document.links.find((candidate) => candidate.id === place.link);
    if (link) return insertInto(document, id, ingredient, link, context);
  }
  const after = place.type === 'after' ? document.nodes.find((node) => node.id === place.node) : undefined;
  const wanted =
    place.type === 'at' ? place : (place.type === 'after' && place.at) || (after ? below(after, context) : lowest(document, context));
  const position = freePlace(document, wanted, sizeOf(ingredient), context);
  const node = createNode(id, ingredient, position);
  const port =
    after && node.kind !== 'label' ? leavingPort(document, after, place.type === 'after' ? place.port : undefined, context) : undefined;
  const links: Link[] = after && port !== undefined ? [{ id: context.newId.link(), from: { node: after.id, port }, to: { node: id } }] : [];
  return { node: id, changes: [{ type: 'add-nodes', nodes: [node], links }] };
}

function insertInto(
  document: PipelineDocument,
  id: string,
  ingredient: Extract<Ingredient, { kind: 'action' }>,
  link: Link,
  context: AddContext,
) {
  const target = document.nodes.find((node) => node.id === link.to.node)!;
  const { height } = sizeOf(ingredient);
  const node = createNode(id, ingredient, { ...target.position }) as ActionNode;
  const moved = [...downstream(document, target.id)].map((each) => document.nodes.find((other) => other.id === each)!);
  const changes: Change[] = [
    { type: 'insert', link: link.id, node, port: 'default', newLinks: [context.newId.link(), context.newId.link()] },
    {
      type: 'move',
      positions: Object.fromEntries(moved.map((each) => [each.id, { x: each.position.x, y: each.position.y + height + gap }])),
    },
  ];
  return { node: id, changes };
}

function createNode(id: string, ingredient: Ingredient, position: { x: number; y: number }): LabelNode | ActionNode | DatasinkNode {
  const common = { id, position, name: '', comment: '' };
  switch (ingredient.kind) {
    case 'label':
      return { kind: 'label', ...common, listenerId: ingredient.listenerId, labelId: ingredient.labelId };
    case 'action':
      return { kind: 'action', ...common, component: ingredient.component, version: ingredient.version, config: {} };
    case 'datasink':
      return {
        kind: 'datasink',
        ...common,
        datasinkId: ingredient.datasinkId,
        component: ingredient.component,
        version: ingredient.version,
        config: { ...ingredient.config },
      };
  }
}

/** The named port, else the first free one that is no error port, else the first one (a fork); none for a datasink without a way out. */
function leavingPort(document: PipelineDocument, node: PipelineNode, wanted: string | undefined, context: AddContext): string | undefined {
  if (wanted !== undefined) return wanted;
  const ways = context.portsOf(node.id).filter((port) => port.kind !== 'error');
  const taken = new Set(document.links.filter((link) => link.from.node === node.id).map((link) => link.from.port));
  return (ways.find((port) => !taken.has(port.id)) ?? ways[0])?.id;
}

const sizeOf = (ingredient: Ingredient) => cardShape(ingredient.kind, []);

export function below(node: PipelineNode, context: AddContext) {
  return { x: node.position.x, y: node.position.y + context.shapeOf(node.id).height + gap };
}

function lowest(document: PipelineDocument, context: AddContext) {
  const bottom = document.nodes.toSorted((a, b) => b.position.y - a.position.y)[0];
  return bottom ? below(bottom, context) : { x: 0, y: 0 };
}

/** The wanted place, or the first free one to its right. */
export function freePlace(
  document: PipelineDocument,
  wanted: { x: number; y: number },
  size: { width: number; height: number },
  context: AddContext,
) {
  const round = (value: number) => Math.round(value / 4) * 4;
  const position = { x: round(wanted.x), y: round(wanted.y) };
  const covers = (node: PipelineNode) => {
    const shape = context.shapeOf(node.id);
    return (
      position.x < node.position.x + shape.width + 24 &&
      node.position.x < position.x + size.width + 24 &&
      position.y < node.position.y + shape.height + 24 &&
      node.position.y < position.y + size.height + 24
    );
  };
  for (let other = document.nodes.find(covers); other; other = document.nodes.find(covers)) {
    position.x = round(other.position.x + context.shapeOf(other.id).width + 48);
  }
  return position;
}

/** A step and everything that follows it. */
export function downstream(document: PipelineDocument, start: string): Set<string> {
  const seen = new Set([start]);
  for (const node of seen) for (const link of document.links) if (link.from.node === node) seen.add(link.to.node);
  return seen;
}
