import type { Port } from '@acequia/component-sdk/definition';
import { linkKey, type Change, type Link, type PipelineDocument, type PipelineNode } from '@acequia/pipeline';
import { below, downstream, freePlace, gap, settled, type AddContext } from './add-node.ts';

/** Where a step is moved to: between the two ends of a link, or to a port that nothing follows. */
export type MoveTarget =
  | { readonly type: 'into'; readonly link: string }
  | { readonly type: 'after'; readonly node: string; readonly port: string };

/**
 * The changes that take a step out of its place and set it to another one: what came before it then flows to what followed
 * its first way out. Links of its other ports stay. Nothing for a label, which has no other place.
 */
export function moveStep(document: PipelineDocument, id: string, target: MoveTarget, context: AddContext): readonly Change[] {
  const node = document.nodes.find((each) => each.id === id);
  if (!node || node.kind === 'label') return [];
  const incoming = document.links.filter((link) => link.to.node === id);
  const port = mainPort(node, context.portsOf(id));
  const outgoing = port === undefined ? [] : document.links.filter((link) => link.from.node === id && link.from.port === port);
  const into = target.type === 'into' ? document.links.find((link) => link.id === target.link) : undefined;
  if (target.type === 'into' && (!into || into.from.node === id || into.to.node === id || port === undefined)) return [];
  const start = into?.from ?? (target.type === 'after' ? { node: target.node, port: target.port } : undefined);
  if (!start || start.node === id) return [];

  const gone = [...incoming, ...outgoing, ...(into ? [into] : [])];
  const kept = new Set(document.links.filter((link) => !gone.includes(link)).map(linkKey));
  const links: Link[] = [];
  const add = (from: Link['from'], to: Link['to']) => {
    const key = linkKey({ from, to });
    if (kept.has(key)) return;
    kept.add(key);
    links.push({ id: context.newId.link(), from: { ...from }, to: { ...to } });
  };
  for (const before of incoming) for (const after of outgoing) add(before.from, after.to);
  add(start, { node: id });
  if (into && port !== undefined) add({ node: id, port }, into.to);
  return [
    { type: 'remove', nodes: [], links: gone.map((link) => link.id) },
    ...links.map((link): Change => ({ type: 'link', link })),
    { type: 'move', positions: placesAfter(document, node, start.node, into?.to.node, context) },
  ];
}

/** The way out by which a step stands between others. */
const mainPort = (node: PipelineNode, ports: readonly Port[]): string | undefined =>
  node.kind === 'datasink' ? undefined : (ports.find((port) => port.id === 'default') ?? ports.find((port) => port.kind !== 'error'))?.id;

/** It takes the place of what follows it, which moves down with everything below; at an end, the next free place. */
function placesAfter(document: PipelineDocument, node: PipelineNode, before: string, after: string | undefined, context: AddContext) {
  const size = context.shapeOf(node.id);
  const rest: PipelineDocument = { ...document, nodes: document.nodes.filter((each) => each.id !== node.id) };
  const next = rest.nodes.find((each) => each.id === after);
  if (!next) {
    const source = rest.nodes.find((each) => each.id === before);
    return { [node.id]: freePlace(rest, source ? below(source, context) : node.position, size, context) };
  }
  const shifted = [...downstream(document, next.id)].filter((each) => each !== node.id);
  const moving = shifted.map((each) => {
    const { x, y } = document.nodes.find((other) => other.id === each)!.position;
    return { id: each, size: context.shapeOf(each), position: { x, y: y + size.height + gap } };
  });
  return settled(document, [{ id: node.id, size, position: { ...next.position } }, ...moving], context);
}

/** Where a step goes when it moves one place up or down a chain; undefined at an end, or where the chain forks. */
export function besideInChain(document: PipelineDocument, id: string, way: 'up' | 'down', context: AddContext): MoveTarget | undefined {
  const node = document.nodes.find((each) => each.id === id);
  if (node?.kind !== 'action') return undefined;
  const only = (links: readonly Link[]) => (links.length === 1 ? links[0] : undefined);
  const into = (step: string) => only(document.links.filter((link) => link.to.node === step));
  const outOf = (step: string) => {
    const other = document.nodes.find((each) => each.id === step);
    const port = other?.kind === 'action' ? mainPort(other, context.portsOf(step)) : undefined;
    return port === undefined ? undefined : only(document.links.filter((link) => link.from.node === step && link.from.port === port));
  };
  const neighbour = way === 'up' ? into(id)?.from.node : outOf(id)?.to.node;
  if (neighbour === undefined || !outOf(neighbour) || !into(neighbour)) return undefined;
  const link = way === 'up' ? into(neighbour) : outOf(neighbour);
  return link && { type: 'into', link: link.id };
}

/** Everywhere a step can be moved to, in the order of the document. */
export function moveTargets(document: PipelineDocument, id: string, context: AddContext): readonly MoveTarget[] {
  const node = document.nodes.find((each) => each.id === id);
  if (!node || node.kind === 'label') return [];
  const others = document.nodes.filter((each) => each.id !== id);
  if (node.kind === 'datasink') {
    const feeding = new Set(document.links.filter((link) => link.to.node === id).map((link) => `${link.from.node}\n${link.from.port}`));
    return others
      .filter((each) => each.kind !== 'datasink')
      .flatMap((each) => context.portsOf(each.id).map((port): MoveTarget => ({ type: 'after', node: each.id, port: port.id })))
      .filter((target) => target.type !== 'after' || !feeding.has(`${target.node}\n${target.port}`));
  }
  const linked = new Set(document.links.map((link) => `${link.from.node}\n${link.from.port}`));
  return others.flatMap((each): MoveTarget[] =>
    context
      .portsOf(each.id)
      .flatMap((port): MoveTarget[] =>
        linked.has(`${each.id}\n${port.id}`)
          ? document.links
              .filter((link) => link.from.node === each.id && link.from.port === port.id && link.to.node !== id)
              .map((link): MoveTarget => ({ type: 'into', link: link.id }))
          : port.kind === 'error'
            ? []
            : [{ type: 'after', node: each.id, port: port.id }],
      ),
  );
}
