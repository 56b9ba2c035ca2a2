import { linkKey, type Link, type PipelineDocument } from './document.ts';

/**
 * The links of a merge, between the nodes it keeps. A link goes when a side took it away; one that only went with its node
 * stays if the node does. A link both sides drew stands once.
 */
export function mergeLinks(base: PipelineDocument, mine: PipelineDocument, theirs: PipelineDocument, nodes: ReadonlySet<string>): Link[] {
  const sides = [mine, theirs].map((document) => ({
    keys: new Set(document.links.map(linkKey)),
    nodes: new Set(document.nodes.map((node) => node.id)),
  }));
  const known = new Set(base.links.map(linkKey));
  const stays = (link: Link) =>
    sides.every((side) => side.keys.has(linkKey(link)) || !side.nodes.has(link.from.node) || !side.nodes.has(link.to.node));
  const drawn = [...mine.links, ...theirs.links].filter((link) => !known.has(linkKey(link))).toSorted(byId);
  const links: Link[] = [];
  const taken = { ids: new Set<string>(), keys: new Set<string>() };
  for (const link of [...base.links.filter(stays), ...drawn]) {
    if (!nodes.has(link.from.node) || !nodes.has(link.to.node) || taken.keys.has(linkKey(link))) continue;
    const id = freeId(link.id, taken.ids);
    links.push(id === link.id ? link : { ...link, id });
    taken.ids.add(id);
    taken.keys.add(linkKey(link));
  }
  return links;
}

const byId = (a: Link, b: Link): number => compare(a.id, b.id) || compare(linkKey(a), linkKey(b));
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Two people may have drawn different links under one id. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let next = 2; taken.has(free); next += 1) free = `${id.slice(0, 58)}-${next}`;
  return free;
}
