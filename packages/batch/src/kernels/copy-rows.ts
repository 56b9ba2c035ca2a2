import { cellWords, type BatchCore } from '../batch-core.ts';
import { rowWord, rowWords } from '../row-table.ts';
import type { TableView } from '../table-view.ts';
import type { Kernels } from './kernels.ts';

/** In place of a shape's plan until it is made. */
const planWanted = -2;
/** Cells that lie between those wanted are brought too, up to this many times as many in all. */
const rangeMax = 2;

/**
 * Notes for each row its shape and first cell, adds the shapes that these rows have to `plans`, and brings their cells: the range they lie
 * in as it is, or where much of that is of others, theirs alone. Returns the place of cell 0, undefined when there is no room.
 */
export function copyRows(
  kernels: Kernels,
  { core, table, rows }: TableView,
  from: number,
  to: number,
  rowsAt: number,
  shapesAt: number,
  plans: number[],
): number | undefined {
  const { words } = table;
  const { shapes } = core.shapes;
  const out = kernels.words;
  out.fill(0, shapesAt, shapesAt + shapes.length);
  let first = core.cellEnd;
  let end = 0;
  let wanted = 0;
  let last = -1;
  let width = 0;
  for (let index = from, at = rowsAt; index < to; index++, at += 2) {
    const place = rows[index]! * rowWords;
    const shape = words[place + rowWord.shape]!;
    const start = words[place + rowWord.start]!;
    out[at] = shape;
    out[at + 1] = start;
    if (shape < 0) continue;
    if (shape !== last) {
      last = shape;
      width = shapes[shape]!.refs.length * cellWords;
      if (out[shapesAt + shape] !== planWanted) plans.push(shape);
      out[shapesAt + shape] = planWanted;
    }
    wanted += width;
    if (start < first) first = start;
    if (start + width > end) end = start + width;
  }
  if (end <= first) return 0;
  if (end - first > wanted * rangeMax) return gatherCells(kernels, core, to - from, rowsAt, wanted);
  const at = kernels.copyIn(new Uint8Array(core.cells.buffer, core.cells.byteOffset + first * 4, (end - first) * 4));
  return at < 0 ? undefined : at - first * 4;
}

/** Brings the cells of the rows noted, one row after the other, and notes where they lie then. */
function gatherCells(kernels: Kernels, { cells, shapes }: BatchCore, count: number, rowsAt: number, words: number): number | undefined {
  const at = kernels.region(words * 4);
  if (at < 0) return undefined;
  const out = kernels.words;
  const base = at >> 2;
  let next = base;
  for (let row = rowsAt; row < rowsAt + count * 2; row += 2) {
    const shape = out[row]!;
    let cell = out[row + 1]!;
    out[row + 1] = next - base;
    if (shape < 0) continue;
    for (const end = cell + shapes.shapes[shape]!.refs.length * cellWords; cell < end; cell++) out[next++] = cells[cell]!;
  }
  return at;
}

/** A table of where each segment of the batch lies; −1 when one does not fit. */
export function copySegments(kernels: Kernels, core: BatchCore): number {
  const { segments } = core.side;
  const table = kernels.region(segments.length * 4);
  if (table < 0) return -1;
  for (const index of segments.keys()) {
    const used = core.side.usedBytes(index);
    if (used.length > kernels.free) return -1;
    const at = kernels.copyIn(used);
    if (at < 0) return -1;
    kernels.words[(table >> 2) + index] = at;
  }
  return table;
}
