/** A card, or the place where a link passes a row, on its way over several rows. */
export interface RowItem {
  readonly id: string;
  /** The left edge, as laid out before. */
  readonly x: number;
  readonly width: number;
  /** Room to the items beside it; between two the smaller one counts. */
  readonly gap: number;
}

/** A link, or a piece of it: it runs straight when the place `from` of its source is above the place `to` of its target. */
export interface RowLink {
  readonly source: string;
  readonly target: string;
  /** From the source's left edge. */
  readonly from: number;
  /** From the target's left edge. */
  readonly to: number;
  /** It must run straight: nothing else leaves its source or enters its target. */
  readonly rigid: boolean;
}

/** Items that move together. */
interface Block {
  readonly members: readonly { readonly item: RowItem; readonly offset: number }[];
  readonly before: { readonly block: number; readonly room: number }[];
  readonly after: { readonly block: number; readonly room: number }[];
}

/** What a link wants: the place of one block beside that of another. */
interface Pull {
  readonly block: number;
  readonly other: number;
  readonly way: number;
}

/** Every other one goes down, with what follows moved under its ports; the last one goes up. */
const rounds = 8;

/**
 * New left edges by id: chains become straight, and steps with several ports stand above the middle of what follows. The order
 * in each row and the room between its items stay.
 */
export function straighten(rows: readonly (readonly RowItem[])[], links: readonly RowLink[]): ReadonlyMap<string, number> {
  const items = rows.flat();
  return solve(rows, items, links, true) ?? solve(rows, items, links, false)!;
}

/** Undefined when rigid chains cross: each would have to be on both sides of the other. */
function solve(
  rows: readonly (readonly RowItem[])[],
  items: readonly RowItem[],
  links: readonly RowLink[],
  rigid: boolean,
): ReadonlyMap<string, number> | undefined {
  const { blocks, blockOf, offsetOf } = blocksOf(items, rigid ? links : []);
  for (const row of rows)
    for (const [index, right] of row.entries()) {
      const left = row[index - 1];
      if (!left) continue;
      const [a, b] = [blockOf.get(left.id)!, blockOf.get(right.id)!];
      if (a === b) return undefined;
      const room = offsetOf.get(left.id)! + left.width + Math.min(left.gap, right.gap) - offsetOf.get(right.id)!;
      blocks[a]!.after.push({ block: b, room });
      blocks[b]!.before.push({ block: a, room });
    }
  const order = sorted(blocks);
  if (!order) return undefined;
  const [down, up]: [Pull[], Pull[]] = [[], []];
  for (const { source, target, from, to } of links) {
    const [a, b] = [blockOf.get(source)!, blockOf.get(target)!];
    if (a === b) continue;
    const way = offsetOf.get(source)! + from - offsetOf.get(target)! - to;
    down.push({ block: b, other: a, way });
    up.push({ block: a, other: b, way: -way });
  }
  const [byAbove, byBelow] = [Map.groupBy(down, ({ block }) => block), Map.groupBy(up, ({ block }) => block)];
  let places = settle(
    blocks,
    order,
    blocks.map(({ members }) => mean(members.map(({ item, offset }) => item.x - offset))),
  );
  for (let round = 0; round < rounds; round += 1) {
    const wanted = blocks.map((_, index) => {
      const own = (round % 2 === 0 ? byAbove : byBelow).get(index);
      return own ? mean(own.map(({ other, way }) => places[other]! + way)) : places[index]!;
    });
    places = settle(blocks, order, wanted);
  }
  return new Map(items.map(({ id }) => [id, places[blockOf.get(id)!]! + offsetOf.get(id)!]));
}

/** Joins what rigid links hold together; offsets are from the block's own place. */
function blocksOf(items: readonly RowItem[], links: readonly RowLink[]) {
  const next = new Map(links.filter(({ rigid }) => rigid).map((link) => [link.source, link]));
  const entered = new Set([...next.values()].map(({ target }) => target));
  const known = new Map(items.map((item) => [item.id, item]));
  const blocks: Block[] = [];
  const blockOf = new Map<string, number>();
  const offsetOf = new Map<string, number>();
  for (const head of items) {
    if (entered.has(head.id)) continue;
    const members: Block['members'][number][] = [];
    let offset = 0;
    for (let item: RowItem | undefined = head; item;) {
      members.push({ item, offset });
      blockOf.set(item.id, blocks.length);
      offsetOf.set(item.id, offset);
      const link = next.get(item.id);
      if (link) offset += link.from - link.to;
      item = link && known.get(link.target);
    }
    blocks.push({ members, before: [], after: [] });
  }
  return { blocks, blockOf, offsetOf };
}

/** From left to right; undefined when there is a circle. */
function sorted(blocks: readonly Block[]): readonly number[] | undefined {
  const open = blocks.map(({ before }) => before.length);
  const order = blocks.flatMap((_, index) => (open[index] === 0 ? [index] : []));
  for (let at = 0; at < order.length; at += 1)
    for (const { block } of blocks[order[at]!]!.after) {
      open[block]! -= 1;
      if (open[block] === 0) order.push(block);
    }
  return order.length === blocks.length ? order : undefined;
}

/** Places near the wanted ones that keep all room: the middle between pushing to the right only and to the left only. */
function settle(blocks: readonly Block[], order: readonly number[], wanted: readonly number[]): readonly number[] {
  const [right, left] = [[...wanted], [...wanted]];
  for (const index of order)
    for (const { block, room } of blocks[index]!.before) right[index] = Math.max(right[index]!, right[block]! + room);
  for (const index of order.toReversed())
    for (const { block, room } of blocks[index]!.after) left[index] = Math.min(left[index]!, left[block]! - room);
  return right.map((place, index) => (place + left[index]!) / 2);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
