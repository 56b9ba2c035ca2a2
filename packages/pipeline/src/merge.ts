import type { PipelineDocument, PipelineNode } from './document.ts';
import { isExpression, sameExpression } from './expression-value.ts';
import { mergeLinks } from './merge-links.ts';
import { isTree, member, sameValue } from './same-value.ts';

export type Side = 'mine' | 'theirs';

/** A place that both sides changed, each in another way. */
export interface MergeConflict {
  /** Id of the node. */
  readonly node: string;
  /** `position`, `label`, `component`, or the path of a field (`name`, `config.format`); empty when one side removed the node that the other changed. */
  readonly path: string;
  /** Undefined where there was, or is, nothing. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  readonly document: PipelineDocument;
  readonly conflicts: readonly MergeConflict[];
}

/** Names a conflict, the same for both orders of a merge. */
export const conflictKey = ({ node, path }: Pick<MergeConflict, 'node' | 'path'>): string => `${node}\n${path}`;

/**
 * Three-way merge of two documents that come from one. What only one side changed is taken over; what both changed in the
 * same way is no conflict; the rest is listed, and `choose` says whose it becomes. Disjoint changes give the same document in
 * either order. Lists, conditions and expressions are taken whole. The result has the shape of a document; whether it may run is for `validate`.
 */
export function mergeDocuments(
  base: PipelineDocument,
  mine: PipelineDocument,
  theirs: PipelineDocument,
  choose: (conflict: MergeConflict) => Side = () => 'theirs',
): Merge {
  const conflicts: MergeConflict[] = [];
  const settle: Settle = (conflict) => {
    conflicts.push(conflict);
    return choose(conflict) === 'mine' ? conflict.mine : conflict.theirs;
  };
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((document) => new Map(document.nodes.map((node) => [node.id, node])));
  const added = [...new Set([...inMine!.keys(), ...inTheirs!.keys()])].filter((id) => !inBase!.has(id)).toSorted();
  const nodes = [...inBase!.keys(), ...added].flatMap((id): PipelineNode[] => {
    const versions = { id, base: inBase!.get(id), mine: inMine!.get(id), theirs: inTheirs!.get(id) };
    const merged = mergeNode(versions, { mine: gainedLink(base, mine, id), theirs: gainedLink(base, theirs, id) }, settle);
    return merged ? [merged] : [];
  });
  return { document: { format: 1, nodes, links: mergeLinks(base, mine, theirs, new Set(nodes.map((node) => node.id))) }, conflicts };
}

type Settle = (conflict: MergeConflict) => unknown;

interface Three<T> {
  readonly base: T | undefined;
  readonly mine: T | undefined;
  readonly theirs: T | undefined;
}

/** Whether a side has drawn a link at this node that was not there before. */
function gainedLink(before: PipelineDocument, after: PipelineDocument, id: string): boolean {
  const known = new Set(before.links.map((link) => link.id));
  return after.links.some((link) => (link.from.node === id || link.to.node === id) && !known.has(link.id));
}

function mergeNode(
  { id, base, mine, theirs }: Three<PipelineNode> & { readonly id: string },
  linked: { readonly mine: boolean; readonly theirs: boolean },
  settle: Settle,
): PipelineNode | undefined {
  const whole = () => settle({ node: id, path: '', base, mine, theirs }) as PipelineNode | undefined;
  if (!mine && !theirs) return undefined;
  if (!mine || !theirs) {
    const [kept, touched] = mine ? [mine, linked.mine] : [theirs!, linked.theirs];
    if (!base) return kept;
    return touched || !sameValue(content(base), content(kept)) ? whole() : undefined;
  }
  if (sameValue(mine, theirs)) return mine;
  if (!base || base.kind !== mine.kind || mine.kind !== theirs.kind) return whole();
  const fields = mergeValue({ base: parts(base), mine: parts(mine), theirs: parts(theirs) }, '', (path, three) =>
    settle({ node: id, path, ...three }),
  ) as Parts;
  const { label, component, ...rest } = fields;
  return { ...rest, ...label, ...component } as unknown as PipelineNode;
}

/** Without its place: a move is no reason to keep a node that somebody removed. */
function content({ position: _position, ...rest }: PipelineNode): unknown {
  return rest;
}

interface Parts extends Record<string, unknown> {
  readonly label?: object;
  readonly component?: object;
}

/** Members that only make sense together are one. */
function parts(node: PipelineNode): Parts {
  if (node.kind === 'label') {
    const { listenerId, labelId, ...rest } = node;
    return { ...rest, label: { listenerId, labelId } };
  }
  const { component, version, ...rest } = node;
  return { ...rest, component: { component, version } };
}

const wholes: ReadonlySet<string> = new Set(['position', 'label', 'component']);

function mergeValue(three: Three<unknown>, path: string, settle: (path: string, three: Three<unknown>) => unknown): unknown {
  const { base, mine, theirs } = three;
  if (sameValue(mine, theirs) || sameValue(base, theirs)) return mine;
  if (sameValue(base, mine)) return theirs;
  if (isExpression(mine) && isExpression(theirs) && sameExpression(mine, theirs)) return mine;
  if (wholes.has(path) || isExpression(mine) || isExpression(theirs)) return settle(path, three);
  if (!isRecord(mine) || !isRecord(theirs) || !(base === undefined || isRecord(base))) return settle(path, three);
  const before = base ?? {};
  const known = Object.keys(before);
  const fresh = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter((key) => !Object.hasOwn(before, key)).toSorted();
  return Object.fromEntries(
    [...known, ...fresh].flatMap((key) => {
      const inner = { base: member(before, key), mine: member(mine, key), theirs: member(theirs, key) };
      const value = mergeValue(inner, path === '' ? key : `${path}.${key}`, settle);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => isTree(value) && !Array.isArray(value);
