import type { Port } from '@acequia/component-sdk/definition';
import { linkKey, type Change, type Link, type PipelineDocument } from '@acequia/pipeline';
import type { NewId } from './new-id.ts';

export interface RemoveContext {
  readonly newId: NewId;
  readonly portsOf: (node: string) => readonly Port[];
}

/**
 * The changes that remove steps and links, and close each chain that would break: what led to a removed action then leads to
 * what followed it. An action whose links leave by two of its ports, errors aside, chose a way for each event, so nothing is
 * linked past it.
 */
export function removeSteps(
  document: PipelineDocument,
  nodes: readonly string[],
  links: readonly string[],
  { newId, portsOf }: RemoveContext,
): readonly Change[] {
  const gone = new Set(nodes);
  const actions = new Set(document.nodes.filter(({ id, kind }) => kind === 'action' && gone.has(id)).map(({ id }) => id));
  const known = new Map<string, ReadonlySet<string>>();
  /** The steps that stay and come next where this one is removed. */
  const next = (node: string): ReadonlySet<string> => {
    const found = known.get(node) ?? new Set(onlyWay(document, node, portsOf).flatMap(({ to }) => landings(to.node)));
    known.set(node, found);
    return found;
  };
  const landings = (target: string): readonly string[] => {
    if (!gone.has(target)) return [target];
    return actions.has(target) ? [...next(target)] : [];
  };
  const dropped = new Set(links);
  const kept = new Set(document.links.filter(({ id }) => !dropped.has(id)).map(linkKey));
  const closing: Link[] = [];
  for (const { from, to } of document.links) {
    if (gone.has(from.node) || !actions.has(to.node)) continue;
    for (const target of next(to.node)) {
      const link: Link = { id: newId.link(), from: { ...from }, to: { node: target } };
      if (kept.has(linkKey(link))) continue;
      kept.add(linkKey(link));
      closing.push(link);
    }
  }
  return [{ type: 'remove', nodes, links }, ...closing.map((link): Change => ({ type: 'link', link }))];
}

/** The links by which events go on after an action; none where they leave by several ports. */
function onlyWay(document: PipelineDocument, node: string, portsOf: RemoveContext['portsOf']): readonly Link[] {
  const errors = new Set(portsOf(node).flatMap(({ id, kind }) => (kind === 'error' ? [id] : [])));
  const leaving = document.links.filter(({ from }) => from.node === node && !errors.has(from.port));
  return new Set(leaving.map(({ from }) => from.port)).size === 1 ? leaving : [];
}
