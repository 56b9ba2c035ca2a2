import type { Port } from '@acequia/component-sdk/definition';
import type { ActionNode, Change, DatasinkNode, LabelNode, Link, PipelineDocument, PipelineNode } from '@acequia/pipeline';
import { overlap, type Box } from './box-grid.ts';
import { cardShape, type CardShape } from './card-shape.ts';
import type { NewId } from './new-id.ts';

/** What a palette entry makes. */
export type Ingredient =
  | { readonly kind: 'label'; readonly listenerId: string; readonly labelId: string }
  | {
      readonly kind: 'action';
      readonly component: string;
      readonly version: string;
      /** What the node begins with. */
      readonly config?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'datasink';
      readonly component: string;
      readonly version: string;
      readonly datasinkId: string;
      /** What the node begins with: the settings of the preset its datasink was made from. */
      readonly config?: Readonly<Record<string, unknown>>;
    };

/** Where it goes: after a step or one of its ports, as a branch of a port where a link was let go, into a link, or to a free place. */
export type Place =
  | { readonly type: 'after'; readonly node: string; readonly port?: string }
  | { readonly type: 'branch'; readonly from: Link['from']; readonly at: { readonly x: number; readonly y: number } }
  | { readonly type: 'into'; readonly link: string }
  | { readonly type: 'at'; readonly x: number; readonly y: number };

/** How it is linked. `between`: it takes over these links, which all leave one port; `branch`: it is one more end of a port. */
export type Joint =
  | { readonly type: 'between'; readonly links: readonly [Link, ...Link[]] }
  | { readonly type: 'branch'; readonly from: Link['from'] }
  | { readonly type: 'free' };

export interface AddContext {
  readonly newId: NewId;
  readonly shapeOf: (node: string) => CardShape;
  readonly portsOf: (node: string) => readonly Port[];
}

/** Between a step and what is set below it. */
export const gap = 60;

/** The changes that add it, the id of the new node, and how it is linked. */
export function addNode(
  document: PipelineDocument,
  ingredient: Ingredient,
  place: Place,
  context: AddContext,
): { readonly node: string; readonly changes: readonly Change[]; readonly joint: Joint['type'] } {
  const id = context.newId.node(ingredient.kind === 'label' ? 'label' : ingredient.component);
  const joint = jointOf(document, ingredient.kind, place, context);
  if (joint.type === 'between' && ingredient.kind === 'action')
    return { node: id, changes: insertBetween(document, id, ingredient, joint.links, context), joint: joint.type };
  const from = joint.type === 'branch' ? joint.from : undefined;
  const source = document.nodes.find((node) => node.id === (from?.node ?? (place.type === 'after' ? place.node : undefined)));
  const size = sizeOf(ingredient);
  const wanted =
    place.type === 'at'
      ? place
      : place.type === 'branch'
        ? place.at
        : !source
          ? lowest(document, context)
          : { ...below(source, context), x: from ? underPort(document, source, from.port, size.width, context) : source.position.x };
  const position = freePlace(document, wanted, size, context);
  const links: Link[] = from ? [{ id: context.newId.link(), from: { ...from }, to: { node: id } }] : [];
  return { node: id, changes: [{ type: 'add-nodes', nodes: [createNode(id, ingredient, position)], links }], joint: joint.type };
}

/** The ports, errors aside, by which events leave the step that something is added after; several where the place names none. */
export function portsAfter(
  document: PipelineDocument,
  kind: Ingredient['kind'],
  place: Place,
  context: Pick<AddContext, 'portsOf'>,
): readonly Pick<Port, 'id'>[] {
  if (kind === 'label' || place.type !== 'after' || !document.nodes.some(({ id }) => id === place.node)) return [];
  if (place.port !== undefined) return [{ id: place.port }];
  return context.portsOf(place.node).filter((port) => port.kind !== 'error');
}

/**
 * How something is linked at a place. An action after a step goes to its port, between the step and all that follows there:
 * events never go past a step that was added into their way. Of several ports the place names one; otherwise nothing is linked.
 * Before a datasink it goes into the only link that leads there. A datasink ends a way, so it is one more end of it. A label
 * follows nothing.
 */
export function jointOf(document: PipelineDocument, kind: Ingredient['kind'], place: Place, context: Pick<AddContext, 'portsOf'>): Joint {
  if (kind === 'label' || place.type === 'at') return { type: 'free' };
  if (place.type === 'branch') return { type: 'branch', from: place.from };
  if (place.type === 'into') {
    const link = document.links.find((candidate) => candidate.id === place.link);
    if (!link) return { type: 'free' };
    return kind === 'action' ? { type: 'between', links: [link] } : { type: 'branch', from: link.from };
  }
  const node = document.nodes.find((each) => each.id === place.node);
  if (!node) return { type: 'free' };
  if (node.kind === 'datasink' && place.port === undefined) {
    const [link, ...others] = document.links.filter((each) => each.to.node === node.id);
    return kind === 'action' && link && others.length === 0 ? { type: 'between', links: [link] } : { type: 'free' };
  }
  const [only, ...others] = portsAfter(document, kind, place, context);
  if (!only || others.length > 0) return { type: 'free' };
  const port = only.id;
  const [first, ...rest] = document.links.filter((link) => link.from.node === node.id && link.from.port === port);
  return kind === 'action' && first ? { type: 'between', links: [first, ...rest] } : { type: 'branch', from: { node: node.id, port } };
}

/** It stands where the first of what follows it stood, which moves down with everything below. */
function insertBetween(
  document: PipelineDocument,
  id: string,
  ingredient: Extract<Ingredient, { kind: 'action' }>,
  links: readonly [Link, ...Link[]],
  context: AddContext,
): readonly Change[] {
  const nodeOf = (wanted: string) => document.nodes.find((node) => node.id === wanted)!;
  const targets = links.map((link) => nodeOf(link.to.node));
  const first = targets.toSorted((a, b) => a.position.y - b.position.y)[0]!;
  const size = sizeOf(ingredient);
  const position = { x: targets.length === 1 ? first.position.x : nodeOf(links[0].from.node).position.x, y: first.position.y };
  const moved = [...new Set(targets.flatMap((target) => [...downstream(document, target.id)]))].map(nodeOf);
  const places = settled(
    document,
    [
      { id, size, position },
      ...moved.map((node) => ({
        id: node.id,
        size: context.shapeOf(node.id),
        position: { x: node.position.x, y: node.position.y + size.height + gap },
      })),
    ],
    context,
  );
  const node = createNode(id, ingredient, places[id]!);
  const positions = Object.fromEntries(moved.map((each) => [each.id, places[each.id]!]));
  const [only, ...others] = links;
  const joined: readonly Change[] =
    others.length === 0
      ? [
          {
            type: 'insert',
            link: only.id,
            node: node as ActionNode,
            port: 'default',
            newLinks: [context.newId.link(), context.newId.link()],
          },
        ]
      : [
          { type: 'remove', nodes: [], links: links.map((link) => link.id) },
          {
            type: 'add-nodes',
            nodes: [node],
            links: [
              { id: context.newId.link(), from: { ...only.from }, to: { node: id } },
              ...links.map((link) => ({ id: context.newId.link(), from: { node: id, port: 'default' }, to: { ...link.to } })),
            ],
          },
        ];
  return [...joined, { type: 'move', positions }];
}

interface Moving {
  readonly id: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly position: { readonly x: number; readonly y: number };
}

/** Places for cards that are moved, from above to below: as wished, or the next free one where another card is. */
export function settled(
  document: PipelineDocument,
  moving: readonly Moving[],
  context: Pick<AddContext, 'shapeOf'>,
): Readonly<Record<string, { x: number; y: number }>> {
  const ids = new Set(moving.map(({ id }) => id));
  const taken: Box[] = document.nodes.filter(({ id }) => !ids.has(id)).map((node) => ({ ...node.position, ...sizeOfCard(node, context) }));
  return Object.fromEntries(
    moving
      .toSorted((a, b) => a.position.y - b.position.y)
      .map(({ id, size, position }) => {
        const box = { ...position, width: size.width, height: size.height };
        const place = taken.some((other) => overlap(other, box) > 0) ? freeBox(taken, position, size) : { ...position };
        taken.push({ ...box, ...place });
        return [id, place];
      }),
  );
}

function createNode(id: string, ingredient: Ingredient, position: { x: number; y: number }): LabelNode | ActionNode | DatasinkNode {
  const common = { id, position, name: '', comment: '' };
  switch (ingredient.kind) {
    case 'label':
      return { kind: 'label', ...common, listenerId: ingredient.listenerId, labelId: ingredient.labelId };
    case 'action':
      return { kind: 'action', ...common, component: ingredient.component, version: ingredient.version, config: { ...ingredient.config } };
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

const sizeOf = (ingredient: Ingredient) => cardShape(ingredient.kind, []);

/** The left edge of a card whose middle is under a port, as that stands once it is linked. */
function underPort(document: PipelineDocument, source: PipelineNode, port: string, width: number, { portsOf }: AddContext): number {
  const linked = document.links.flatMap(({ from }) => (from.node === source.id ? [from.port] : []));
  const placed = cardShape(source.kind, portsOf(source.id), new Set([...linked, port])).ports.find(({ id }) => id === port);
  return placed ? source.position.x + placed.x - width / 2 : source.position.x;
}

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
  context: Pick<AddContext, 'shapeOf'>,
) {
  return freeBox(
    document.nodes.map((node) => ({ ...node.position, ...sizeOfCard(node, context) })),
    wanted,
    size,
  );
}

function sizeOfCard(node: PipelineNode, context: Pick<AddContext, 'shapeOf'>) {
  const { width, height } = context.shapeOf(node.id);
  return { width, height };
}

/** Cards keep this far from each other, so that a link has room between them. */
const apart = 24;

function freeBox(taken: readonly Box[], wanted: { x: number; y: number }, size: { width: number; height: number }) {
  const round = (value: number) => Math.round(value / 4) * 4;
  const position = { x: round(wanted.x), y: round(wanted.y) };
  const covers = (other: Box) =>
    overlap(other, { x: position.x - apart, y: position.y - apart, width: size.width + 2 * apart, height: size.height + 2 * apart }) > 0;
  for (let other = taken.find(covers); other; other = taken.find(covers)) position.x = round(other.x + other.width + 2 * apart);
  return position;
}

/** A step and everything that follows it. */
export function downstream(document: PipelineDocument, start: string): Set<string> {
  const seen = new Set([start]);
  for (const node of seen) for (const link of document.links) if (link.from.node === node) seen.add(link.to.node);
  return seen;
}
