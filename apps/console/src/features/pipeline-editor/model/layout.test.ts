import type { Port } from '@acequia/component-sdk/definition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoxGrid } from './box-grid.ts';
import { cardShape, type CardShape } from './card-shape.ts';
import { layout, type LayoutInput } from './layout.ts';
import { routeLink } from './link-route.ts';

interface Drawn {
  readonly input: LayoutInput;
  readonly shapes: ReadonlyMap<string, CardShape>;
}

const portsOf = (count: number): readonly Port[] => [
  ...Array.from({ length: count }, (_, index): Port => ({ id: `p${index}`, kind: 'choosing' })),
  { id: 'error', kind: 'error' },
];

/** Steps with one to four ports; each is linked from a port of a step before it, and some from another one too. */
const graphs = fc
  .array(fc.record({ ports: fc.integer({ min: 1, max: 4 }), from: fc.nat(), port: fc.nat(), also: fc.option(fc.nat(), { freq: 4 }) }), {
    minLength: 1,
    maxLength: 24,
  })
  .map((steps): Drawn => {
    const port = (step: number, chosen: number) => ({ node: `n${step}`, port: `p${chosen % steps[step]!.ports}` });
    const links = steps.slice(1).flatMap(({ from, port: chosen, also }, at) => {
      const index = at + 1;
      const first = { id: `l${index}`, from: port(from % index, chosen), to: { node: `n${index}` } };
      const other = also === null || also % index === from % index ? [] : [{ ...first, id: `m${index}`, from: port(also % index, chosen) }];
      return [first, ...other];
    });
    const linked = Map.groupBy(links, ({ from: { node } }) => node);
    const shapes = new Map(
      steps.map(({ ports }, index) => {
        const id = `n${index}`;
        const own = new Set(linked.get(id)?.map(({ from: { port: name } }) => name));
        return [id, cardShape(index === 0 ? 'label' : 'action', portsOf(ports), own)];
      }),
    );
    const nodes = steps.map((_, index) => {
      const { width, height, ports } = shapes.get(`n${index}`)!;
      const kind = index === 0 ? ('label' as const) : ('action' as const);
      return {
        id: `n${index}`,
        kind,
        position: { x: 40, y: 80 },
        width,
        height,
        ports: Object.fromEntries(ports.map(({ id, x }) => [id, x])),
      };
    });
    return { input: { nodes, links }, shapes };
  });

function measured({ input, shapes }: Drawn) {
  const places = layout(input);
  const boxes = input.nodes.map(({ id, width, height }) => ({ id, ...places[id]!, width, height }));
  const lines = input.links.map((link) => {
    const [source, target] = [places[link.from.node]!, places[link.to.node]!];
    const { ports } = shapes.get(link.from.node)!;
    return {
      link,
      from: source.x + ports.find(({ id }) => id === link.from.port)!.x,
      to: target.x + shapes.get(link.to.node)!.width / 2,
      top: source.y + shapes.get(link.from.node)!.height,
      bottom: target.y,
    };
  });
  return { places, boxes, lines };
}

it('a link runs straight where nothing else leaves its step or enters the next one, unless such chains cross', () => {
  fc.assert(
    fc.property(graphs, (drawn) => {
      const { lines } = measured(drawn);
      const many = (key: 'from' | 'to', node: string) => drawn.input.links.filter((link) => link[key].node === node).length;
      const isTree = drawn.input.nodes.every(({ id }) => many('to', id) <= 1);
      const chains = lines.filter(({ link }) => many('from', link.from.node) === 1 && many('to', link.to.node) === 1);
      if (isTree) for (const { from, to } of chains) expect(Math.abs(from - to)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 200 },
  );
});

it('cards never overlap, the label keeps its place, and links lead down', () => {
  fc.assert(
    fc.property(graphs, (drawn) => {
      const { places, boxes, lines } = measured(drawn);
      expect(places['n0']).toEqual({ x: 40, y: 80 });
      for (const [index, a] of boxes.entries())
        for (const b of boxes.slice(index + 1)) {
          const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
          expect(apart, `${a.id} over ${b.id}`).toBe(true);
        }
      for (const { top, bottom } of lines) expect(bottom).toBeGreaterThan(top);
    }),
    { numRuns: 200 },
  );
});

it('every link has a way around the cards that are not its own', () => {
  fc.assert(
    fc.property(graphs, (drawn) => {
      const { boxes, lines } = measured(drawn);
      const cards = new BoxGrid(boxes);
      for (const { link, from, to, top, bottom } of lines) {
        const ends = { source: link.from.node, target: link.to.node, from: { x: from, y: top }, to: { x: to, y: bottom } };
        expect(routeLink(ends, cards, []).over, link.id).toBe(false);
      }
    }),
    { numRuns: 100 },
  );
});

/** A label, a fork, and a step for each of its ports. */
function forked(count: number) {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  const leaf = cardShape('action', portsOf(1));
  const shapes = new Map<string, CardShape>([
    ['in', cardShape('label', portsOf(1))],
    ['fork', cardShape('action', portsOf(count), new Set(names))],
    ...names.map((name) => [`after-${name}`, leaf] as const),
  ]);
  const places = layout({
    nodes: [...shapes].map(([id, { width, height, ports }]) => ({
      id,
      kind: id === 'in' ? ('label' as const) : ('action' as const),
      position: { x: 0, y: 0 },
      width,
      height,
      ports: Object.fromEntries(ports.map((port) => [port.id, port.x])),
    })),
    links: [
      { id: 'l', from: { node: 'in', port: 'p0' }, to: { node: 'fork' } },
      ...names.map((name) => ({ id: name, from: { node: 'fork', port: name }, to: { node: `after-${name}` } })),
    ],
  });
  const middle = (id: string) => places[id]!.x + shapes.get(id)!.width / 2;
  const { ports } = shapes.get('fork')!;
  const off = names.map((name) => places['fork']!.x + ports.find(({ id }) => id === name)!.x - middle(`after-${name}`));
  return { off, straightIn: middle('in') === middle('fork') };
}

it('both links of a fork in two run straight down, and the link into it', () => {
  expect(forked(2)).toEqual({ off: [0, 0], straightIn: true });
});

it('a larger fork stands over the middle of its branches; of an odd number, the middle link runs straight', () => {
  for (const count of [3, 4, 5, 8]) {
    const { off, straightIn } = forked(count);
    expect([count, straightIn]).toEqual([count, true]);
    for (const [index, each] of off.entries()) expect(Math.abs(each + off[count - 1 - index]!)).toBeLessThanOrEqual(2);
  }
});
