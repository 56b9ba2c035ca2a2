/** In canvas units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const cell = 200;

/** Boxes by where they are: what lies near one of them is found without looking at all of them. */
export class BoxGrid<T extends Box = Box> {
  readonly #cells = new Map<number, T[]>();
  readonly #under: BoxGrid<T> | undefined;

  /** `under`: what else is there; it stays as it is. */
  constructor(boxes: Iterable<T> = [], under?: BoxGrid<T>) {
    this.#under = under;
    for (const box of boxes) this.add(box);
  }

  add(box: T): void {
    const [first, last] = cellsOf(box);
    for (let column = first.column; column <= last.column; column += 1)
      for (let row = first.row; row <= last.row; row += 1) {
        const known = this.#cells.get(keyOf(column, row));
        if (known) known.push(box);
        else this.#cells.set(keyOf(column, row), [box]);
      }
  }

  /** Those that share some area with a box, each once. */
  over(box: Box): readonly T[] {
    const found: T[] = this.#under ? [...this.#under.over(box)] : [];
    const [first, last] = cellsOf(box);
    for (let column = first.column; column <= last.column; column += 1)
      for (let row = first.row; row <= last.row; row += 1)
        for (const each of this.#cells.get(keyOf(column, row)) ?? []) {
          // Told in the first cell that both have.
          if (column !== Math.max(first.column, cellOf(each.x)) || row !== Math.max(first.row, cellOf(each.y))) continue;
          if (overlap(each, box) > 0) found.push(each);
        }
    return found;
  }
}

/** Numbers a column and a row; far more than a canvas has. */
const rowsMax = 1_000_000;

const keyOf = (column: number, row: number): number => column * rowsMax + row;
const cellOf = (place: number): number => Math.floor(place / cell);

/** The cells of its corners at the top left and the bottom right. */
const cellsOf = ({ x, y, width, height }: Box) =>
  [
    { column: cellOf(x), row: cellOf(y) },
    { column: cellOf(x + width), row: cellOf(y + height) },
  ] as const;

/** Area two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The box around others; nothing around none. */
export function around(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
