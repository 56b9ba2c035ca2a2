/** A drawing in rows: each link leads from a row to the next one. Nodes are numbers from 0. */
export interface Rows {
  readonly rows: readonly (readonly number[])[];
  /** Of each node, those of the row above it that lead to it. */
  readonly above: readonly (readonly number[])[];
  /** Of each node, those of the row below it that it leads to. */
  readonly below: readonly (readonly number[])[];
}

/** Sweeps without fewer crossings before it ends. */
const patience = 4;

/**
 * The rows in an order in which few links cross, never more than in the order they come in: up and down in turns, every node goes
 * to the middle of its neighbours in the row before. Neighbours alike keep their order, and every second time the opposite one.
 */
export function orderRows(drawing: Rows): readonly (readonly number[])[] {
  const { rows, above, below } = drawing;
  const place = new Float64Array(above.length);
  const settle = (row: readonly number[]) => row.forEach((node, index) => (place[node] = index));
  let now = rows.map((row) => [...row]);
  now.forEach(settle);
  let best = now;
  let fewest = crossings(drawing, now, place);
  for (let sweep = 0, vain = 0; vain < patience && fewest > 0; sweep += 1, vain += 1) {
    const down = sweep % 2 === 1;
    const mirrored = sweep % 4 >= 2;
    now = [...now];
    for (let step = 1; step < now.length; step += 1) {
      const row = down ? step : now.length - 1 - step;
      now[row] = byMiddle(now[row]!, down ? above : below, place, mirrored);
      settle(now[row]);
    }
    const count = crossings(drawing, now, place);
    if (count >= fewest) continue;
    [best, fewest, vain] = [now, count, -1];
  }
  return best;
}

/** Nodes without neighbours stay where they are; the others are sorted around them. */
function byMiddle(row: readonly number[], neighbours: Rows['above'], place: Float64Array, mirrored: boolean): number[] {
  const middle = new Map<number, number>();
  for (const node of row) {
    const near = neighbours[node]!;
    if (near.length > 0) middle.set(node, near.reduce((sum, each) => sum + place[each]!, 0) / near.length);
  }
  const tie = mirrored ? -1 : 1;
  const sorted = row
    .filter((node) => middle.has(node))
    .toSorted((a, b) => middle.get(a)! - middle.get(b)! || tie * (place[a]! - place[b]!))
    .values();
  return row.map((node) => (middle.has(node) ? sorted.next().value! : node));
}

/** Links that cross, over all rows; `place` is where each node stands in its row. */
function crossings({ below }: Rows, rows: readonly (readonly number[])[], place: Float64Array): number {
  let count = 0;
  for (const [index, row] of rows.entries()) {
    const ends = row.flatMap((node) => below[node]!.map((each) => place[each]!).toSorted((a, b) => a - b));
    count += inversions(ends, rows[index + 1]?.length ?? 0);
  }
  return count;
}

/** Pairs in the wrong order, of whole numbers below `limit`: how many greater ones came before each. */
function inversions(values: readonly number[], limit: number): number {
  const tree = new Int32Array(limit + 1);
  let count = 0;
  for (const [seen, value] of values.entries()) {
    let notGreater = 0;
    for (let at = value + 1; at > 0; at -= at & -at) notGreater += tree[at]!;
    count += seen - notGreater;
    for (let at = value + 1; at <= limit; at += at & -at) tree[at]! += 1;
  }
  return count;
}
