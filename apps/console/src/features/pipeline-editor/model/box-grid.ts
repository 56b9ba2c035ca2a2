/** In canvas units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const cell = 400;

/** Boxes by where they are: what lies near one of them is found without looking at all of them. */
export class BoxGrid {
  readonly #cells = new Map<string, Box[]>();

  constructor(boxes: Iterable<Box> = []) {
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    for (const key of cellsOf(box)) {
      const known = this.#cells.get(key);
      if (known) known.push(box);
      else this.#cells.set(key, [box]);
    }
  }

  /** Those that share some area with a box, each once. */
  over(box: Box): readonly Box[] {
    const found = new Set<Box>();
    for (const key of cellsOf(box)) for (const each of this.#cells.get(key) ?? []) if (overlap(each, box) > 0) found.add(each);
    return [...found];
  }
}

function* cellsOf({ x, y, width, height }: Box): Generator<string> {
  for (let column = Math.floor(x / cell); column * cell <= x + width; column += 1)
    for (let row = Math.floor(y / cell); row * cell <= y + height; row += 1) yield `${column},${row}`;
}

/** Area two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
