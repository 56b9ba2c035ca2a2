import { columns, type Column, type FlowGraph, type FlowNode } from './flow-graph.ts';

export interface PlacedNode extends FlowNode {
  /** Left edge of the bar and top of the bar, px. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface Ribbon {
  readonly from: string;
  readonly to: string;
  readonly fromColumn: Column;
  readonly toColumn: Column;
  readonly path: string;
  readonly flowing: boolean;
}

export interface Sankey {
  readonly nodes: readonly PlacedNode[];
  readonly ribbons: readonly Ribbon[];
  readonly height: number;
  /** How many of a column are not drawn. */
  readonly left: Readonly<Partial<Record<Column, number>>>;
}

export const barWidth = 8;
/** Name and volume stand above each bar. */
const words = 36;
const gap = 8;
const least = 4;
/** Height of all bars of a column together: few things need less room than many. */
const barsHeight = (most: number): number => Math.min(340, 90 + most * 50);
const drawnMost = 12;

/** Places bars so that one scale holds for all columns, the largest on top; a link that carries nothing is a hair. The whole is as high when nothing flows. */
export function layOut({ nodes, links }: FlowGraph, width: number): Sankey {
  const shown = columns.filter((column) => nodes.some((node) => node.column === column));
  const left: Partial<Record<Column, number>> = {};
  const drawn = shown.map((column) => {
    const all = nodes.filter((node) => node.column === column).sort((a, b) => b.size - a.size || a.name.localeCompare(b.name));
    if (all.length > drawnMost) left[column] = all.length - drawnMost;
    return all.slice(0, drawnMost);
  });
  const most = Math.max(0, ...drawn.map((column) => column.reduce((sum, { size }) => sum + size, 0)));
  const longest = Math.max(0, ...drawn.map(({ length }) => length));
  const scale = most > 0 ? barsHeight(longest) / most : 0;
  const heightOf = (size: number) => Math.max(least, size * scale);
  const heights = drawn.map((column) => column.reduce((sum, { size }) => sum + words + heightOf(size) + gap, 0));
  const height = longest === 0 ? 0 : barsHeight(longest) + longest * (words + least + gap);

  const placed = new Map<string, PlacedNode>();
  for (const [index, column] of drawn.entries()) {
    const x = shown.length < 2 ? 0 : (index / (shown.length - 1)) * (width - barWidth);
    const spare = (height - heights[index]!) / Math.max(1, column.length);
    let y = spare / 2;
    for (const node of column) {
      const bar = heightOf(node.size);
      placed.set(node.key, { ...node, x, y: y + words, height: bar });
      y += words + bar + gap + spare;
    }
  }

  const used = new Map<string, number>();
  const take = (key: string, side: string, length: number): number => {
    const at = used.get(`${key} ${side}`) ?? 0;
    used.set(`${key} ${side}`, at + length);
    return at;
  };
  const order = (key: string) => placed.get(key)?.y ?? 0;
  const ribbons = links
    .filter(({ from, to }) => placed.has(from) && placed.has(to))
    .sort((a, b) => order(a.to) - order(b.to) || order(a.from) - order(b.from))
    .map(({ from, to, value }): Ribbon => {
      const [a, b] = [placed.get(from)!, placed.get(to)!];
      const thick = Math.max(1, value * scale);
      const y1 = a.y + Math.min(take(from, 'out', thick), Math.max(0, a.height - thick));
      const y2 = b.y + Math.min(take(to, 'in', thick), Math.max(0, b.height - thick));
      return {
        from,
        to,
        fromColumn: a.column,
        toColumn: b.column,
        path: band(a.x + barWidth, y1, b.x, y2, thick),
        flowing: value > 0,
      };
    });
  return { nodes: [...placed.values()], ribbons, height, left };
}

function band(x1: number, y1: number, x2: number, y2: number, thick: number): string {
  const middle = (x1 + x2) / 2;
  const at = (value: number) => value.toFixed(1);
  return [
    `M${at(x1)} ${at(y1)}C${at(middle)} ${at(y1)} ${at(middle)} ${at(y2)} ${at(x2)} ${at(y2)}`,
    `V${at(y2 + thick)}C${at(middle)} ${at(y2 + thick)} ${at(middle)} ${at(y1 + thick)} ${at(x1)} ${at(y1 + thick)}Z`,
  ].join('');
}
