import type { Port } from '@acequia/component-sdk/definition';
import type { Link, PipelineDocument, PipelineNode } from '@acequia/pipeline';
import type { CardText } from './card-text.ts';
import type { Badge } from './editor-problems.ts';
import type { EditorView } from './editor-view.ts';
import { toneOf, type NodeTone } from './tone.ts';

/** A link with the name of its other end. */
export interface RowLink {
  readonly link: Link;
  readonly other: PipelineNode;
  readonly name: string;
}

/** A step as a row of the list. */
export interface ListRow {
  readonly node: PipelineNode;
  readonly text: CardText;
  readonly tone: NodeTone;
  readonly badge: Badge | undefined;
  /** How many links it is from where events enter, counted along the longest way; 0 also for what nothing reaches. */
  readonly depth: number;
  readonly incoming: readonly RowLink[];
  readonly ports: readonly { readonly port: Port; readonly links: readonly RowLink[] }[];
}

/** Makes the rows of a view in the order events take; a row in which nothing changed stays the same object. */
export function createLister(): (view: EditorView) => readonly ListRow[] {
  let known = new Map<string, ListRow>();
  return (view) => {
    const { links } = view.document;
    const [outgoing, incoming] = [Map.groupBy(links, (link) => link.from.node), Map.groupBy(links, (link) => link.to.node)];
    const rows = stepsInFlowOrder(view.document).map(({ node, depth }) => {
      const row: ListRow = {
        node,
        text: view.text(node.id),
        tone: toneOf(node, view.catalogue),
        badge: view.badges.get(node.id),
        depth,
        incoming: (incoming.get(node.id) ?? []).flatMap((link) => rowLink(link, link.from.node, view)),
        ports: view.ports(node.id).map((port) => ({
          port,
          links: (outgoing.get(node.id) ?? [])
            .filter((link) => link.from.port === port.id)
            .flatMap((link) => rowLink(link, link.to.node, view)),
        })),
      };
      const before = known.get(node.id);
      return before && sameRow(before, row) ? before : row;
    });
    known = new Map(rows.map((row) => [row.node.id, row]));
    return rows;
  };
}

function rowLink(link: Link, id: string, view: EditorView): readonly RowLink[] {
  const other = view.node(id);
  return other ? [{ link, other, name: view.text(id).title }] : [];
}

/** Each step after all that flow into it, one way down before the next. */
export function stepsInFlowOrder({ nodes, links }: PipelineDocument): readonly { readonly node: PipelineNode; readonly depth: number }[] {
  const [outgoing, incoming] = [Map.groupBy(links, (link) => link.from.node), Map.groupBy(links, (link) => link.to.node)];
  const known = new Map(nodes.map((node) => [node.id, node]));
  const waits = new Map(nodes.map((node) => [node.id, incoming.get(node.id)?.length ?? 0]));
  const depths = new Map<string, number>();
  const order: string[] = [];
  const leftLast = (ids: readonly string[]) => ids.toSorted((a, b) => known.get(b)!.position.x - known.get(a)!.position.x);
  const starts = nodes
    .filter((node) => waits.get(node.id) === 0)
    .toSorted((a, b) => Number(b.kind === 'label') - Number(a.kind === 'label'));
  const open = starts.map((node) => node.id).toReversed();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    order.push(id);
    const free: string[] = [];
    for (const { to } of outgoing.get(id) ?? []) {
      depths.set(to.node, Math.max(depths.get(to.node) ?? 0, (depths.get(id) ?? 0) + 1));
      const left = (waits.get(to.node) ?? 0) - 1;
      waits.set(to.node, left);
      if (left === 0) free.push(to.node);
    }
    open.push(...leftLast(free));
  }
  const placed = new Set(order);
  const all = [...order, ...nodes.filter((node) => !placed.has(node.id)).map((node) => node.id)];
  return all.map((id) => ({ node: known.get(id)!, depth: depths.get(id) ?? 0 }));
}

function sameRow(a: ListRow, b: ListRow): boolean {
  return (
    a.node === b.node &&
    a.text === b.text &&
    a.tone === b.tone &&
    a.depth === b.depth &&
    a.badge?.errors === b.badge?.errors &&
    a.badge?.warnings === b.badge?.warnings &&
    sameLinks(a.incoming, b.incoming) &&
    a.ports.length === b.ports.length &&
    a.ports.every((each, index) => {
      const other = b.ports[index]!;
      return each.port.id === other.port.id && each.port.kind === other.port.kind && sameLinks(each.links, other.links);
    })
  );
}

const sameLinks = (a: readonly RowLink[], b: readonly RowLink[]): boolean =>
  a.length === b.length && a.every((each, index) => each.link === b[index]!.link && each.name === b[index]!.name);
