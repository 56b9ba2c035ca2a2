import type { Random } from '@acequia/base';
import {
  applyChange,
  isChangeFault,
  type ActionNode,
  type Change,
  type Link,
  type PipelineDocument,
  type PipelineNode,
} from '@acequia/pipeline';
import type { Surroundings } from '@acequia/pipeline';
import type { WantedChange } from './proposal-tool.ts';

export type Completed =
  | { readonly ok: true; readonly changes: readonly Change[]; readonly document: PipelineDocument }
  | { readonly ok: false; readonly fault: string };

/** Between two steps on the canvas. */
const stepHeight = 180;
const stepWidth = 300;

class Fault extends Error {}

/**
 * The edits as the editor makes them: versions from the catalogue, places below the step they follow, ids for links. Each must fit
 * the draft as the ones before it leave it.
 */
export function completeChanges(
  draft: PipelineDocument,
  wanted: readonly WantedChange[],
  surroundings: Surroundings,
  random: Random,
): Completed {
  const changes: Change[] = [];
  let document = draft;
  try {
    for (const each of wanted)
      for (const change of complete(document, each, surroundings, random)) {
        const next = applyChange(document, change);
        if (isChangeFault(next)) throw new Fault(`${each.type}: ${next}`);
        changes.push(change);
        document = next;
      }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.message };
    throw error;
  }
  return { ok: true, changes, document };
}

function complete(document: PipelineDocument, wanted: WantedChange, surroundings: Surroundings, random: Random): Change[] {
  const linkId = () => `l-${[...random.bytes(6)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  switch (wanted.type) {
    case 'add-nodes': {
      const links: Link[] = wanted.links.map((link) => ({ id: linkId(), ...link }));
      const nodes: PipelineNode[] = [];
      for (const node of wanted.nodes)
        nodes.push(completeNode(node, placeOf({ nodes: [...document.nodes, ...nodes], links }, node.id), surroundings));
      return [{ type: 'add-nodes', nodes, links }];
    }
    case 'insert': {
      const link = document.links.find(({ id }) => id === wanted.link);
      if (!link) throw new Fault(`insert: there is no link ${wanted.link}`);
      const target = document.nodes.find(({ id }) => id === link.to.node)!;
      const node = completeNode(wanted.node, { ...target.position }, surroundings) as ActionNode;
      const below = document.nodes.filter(({ position }) => position.y >= target.position.y);
      return [
        { type: 'insert', link: link.id, node, port: wanted.port, newLinks: [linkId(), linkId()] },
        {
          type: 'move',
          positions: Object.fromEntries(below.map(({ id, position }) => [id, { x: position.x, y: position.y + stepHeight }])),
        },
      ];
    }
    case 'link':
      return [{ type: 'link', link: { id: linkId(), from: wanted.from, to: wanted.to } }];
    case 'remove': {
      const known = new Set([...document.nodes, ...document.links].map(({ id }) => id));
      const missing = [...wanted.nodes, ...wanted.links].find((id) => !known.has(id));
      if (missing !== undefined) throw new Fault(`remove: there is no ${missing}`);
      return [wanted];
    }
    case 'configure':
    case 'describe':
    case 'relabel':
    case 'rename-port':
      return [wanted];
  }
}

type WantedNode = Extract<WantedChange, { type: 'add-nodes' }>['nodes'][number];

function completeNode(node: WantedNode, position: { readonly x: number; readonly y: number }, surroundings: Surroundings): PipelineNode {
  const place = { position: { ...position } };
  switch (node.kind) {
    case 'label':
      return { ...node, ...place };
    case 'action': {
      const definition = surroundings.action(node.component);
      if (!definition) throw new Fault(`there is no action ${node.component}`);
      return { ...node, ...place, version: definition.version };
    }
    case 'datasink': {
      const component = surroundings.datasinkInstance(node.datasinkId)?.component;
      const definition = component === undefined ? undefined : surroundings.datasink(component);
      if (!definition) throw new Fault(`there is no data sink ${node.datasinkId}`);
      return { ...node, ...place, component: definition.id, version: definition.version };
    }
  }
}

/** Below the step it follows, beside what stands there; else below everything. */
function placeOf(document: Pick<PipelineDocument, 'nodes' | 'links'>, id: string): { x: number; y: number } {
  const before = document.links.find(({ to }) => to.node === id)?.from.node;
  const source = document.nodes.find((node) => node.id === before) ?? document.nodes.toSorted((a, b) => b.position.y - a.position.y)[0];
  const place = source ? { x: source.position.x, y: source.position.y + stepHeight } : { x: 0, y: 0 };
  const taken = () =>
    document.nodes.some(({ position }) => Math.abs(position.x - place.x) < stepWidth && Math.abs(position.y - place.y) < stepHeight);
  while (taken()) place.x += stepWidth;
  return place;
}
