import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderRows, type Rows } from './order-rows.ts';

/** Rows of that many nodes, and links from a node of a row to one of the next. */
function drawingOf(sizes: readonly number[], links: readonly (readonly [number, number, number])[]): Rows {
  const starts = sizes.map((_, row) => sizes.slice(0, row).reduce((sum, each) => sum + each, 0));
  const rows = sizes.map((size, row) => Array.from({ length: size }, (_, index) => starts[row]! + index));
  const all = rows.flat();
  const [above, below] = [all.map((): number[] => []), all.map((): number[] => [])];
  for (const [row, from, to] of links) {
    const [source, target] = [rows[row]![from % sizes[row]!]!, rows[row + 1]![to % sizes[row + 1]!]!];
    below[source]!.push(target);
    above[target]!.push(source);
  }
  return { rows, above, below };
}

/** Counted link by link. */
function crossings({ below }: Rows, rows: readonly (readonly number[])[]): number {
  const place = new Map(rows.flatMap((row) => row.map((node, index) => [node, index] as const)));
  let count = 0;
  for (const row of rows) {
    const links = row.flatMap((node) => below[node]!.map((end) => [place.get(node)!, place.get(end)!] as const));
    for (const [index, [a, b]] of links.entries()) for (const [c, d] of links.slice(index + 1)) if ((a - c) * (b - d) < 0) count += 1;
  }
  return count;
}

it('links that need not cross do not', () => {
  const crossed = drawingOf(
    [1, 3, 3],
    [
      [0, 0, 0],
      [0, 0, 1],
      [0, 0, 2],
      [1, 0, 2],
      [1, 1, 1],
      [1, 2, 0],
    ],
  );
  expect(crossings(crossed, crossed.rows)).toBe(3);
  expect(crossings(crossed, orderRows(crossed))).toBe(0);
});

it('an order in which nothing crosses is kept', () => {
  const straight = drawingOf(
    [2, 3, 2],
    [
      [0, 0, 0],
      [0, 1, 2],
      [1, 0, 0],
      [1, 2, 1],
    ],
  );
  expect(orderRows(straight)).toEqual(straight.rows);
});

it('whatever is linked, no node is lost or doubled, and no more links cross than before', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 6 });
  const drawings = sizes.chain((rows) =>
    fc.array(fc.tuple(fc.nat(rows.length - 2), fc.nat(5), fc.nat(5)), { maxLength: 30 }).map((links) => drawingOf(rows, links)),
  );
  fc.assert(
    fc.property(drawings, (drawing) => {
      const ordered = orderRows(drawing);
      expect(ordered.map((row) => row.toSorted((a, b) => a - b))).toEqual(drawing.rows);
      expect(crossings(drawing, ordered)).toBeLessThanOrEqual(crossings(drawing, drawing.rows));
    }),
  );
});
