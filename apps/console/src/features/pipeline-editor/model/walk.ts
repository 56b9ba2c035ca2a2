import type { PipelineDocument } from '@acequia/pipeline';

export type WalkDirection = 'down' | 'up' | 'left' | 'right';

/** The step beside another one along the links: what follows it, what it follows, or what follows the same step; undefined at an end. Without a step, where events enter. */
export function stepBeside(document: PipelineDocument, from: string | undefined, direction: WalkDirection): string | undefined {
  const places = new Map(document.nodes.map((node) => [node.id, node.position]));
  const leftFirst = (ids: Iterable<string>) => [...new Set(ids)].toSorted((a, b) => (places.get(a)?.x ?? 0) - (places.get(b)?.x ?? 0));
  const after = (id: string) => leftFirst(document.links.filter((link) => link.from.node === id).map((link) => link.to.node));
  const before = (id: string) => leftFirst(document.links.filter((link) => link.to.node === id).map((link) => link.from.node));
  if (from === undefined || !places.has(from)) return (document.nodes.find((node) => node.kind === 'label') ?? document.nodes[0])?.id;
  if (direction === 'down') return after(from)[0];
  if (direction === 'up') return before(from)[0];
  const row = leftFirst(before(from).flatMap(after));
  const at = row.indexOf(from);
  return at < 0 ? undefined : row[at + (direction === 'right' ? 1 : -1)];
}
