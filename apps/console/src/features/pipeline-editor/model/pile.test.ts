import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layoutInput } from './arrange.ts';
import { createViewer } from './editor-view.ts';
import { layout } from './layout.ts';
import { isPile, movedTo } from './pile.ts';
import { catalogue } from './test-catalogue.ts';

const shapeOf = (document: ReturnType<typeof documentOf>) => createViewer()(document, catalogue, 'en', (id) => id).shape;

/** A chain of steps, each a few px from the first one, as programs place them. */
const piles = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 40 }), fc.integer({ min: -500, max: 500 }))
  .map(([steps, apart, x]) => {
    const ids = Array.from({ length: steps }, (_, index) => `a${index}`);
    const at = (index: number) => ({ position: { x: x + (index % 3) * apart, y: (index % 2) * Math.min(apart, 20) } });
    return documentOf(
      [label('in', at(0)), ...ids.map((id, index) => action(id, at(index + 1))), datasink('out', at(steps + 1))],
      ['in>a0', ...ids.slice(1).map((id, index) => `a${index}>${id}`), `a${steps - 1}>out`],
    );
  });

it('steps at one place are a pile; arranged, they are none, and no card lies on another', () => {
  fc.assert(
    fc.property(piles, (document) => {
      fc.pre(isPile(document));
      const shape = shapeOf(document);
      const arranged = movedTo(document, layout(layoutInput(document, shape)));
      expect(isPile(arranged)).toBe(false);
      const boxes = arranged.nodes.map(({ id, position }) => ({ ...position, width: shape(id).width, height: shape(id).height }));
      for (const [index, a] of boxes.entries())
        for (const b of boxes.slice(index + 1))
          expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
      const unmoved = Object.fromEntries(document.nodes.map(({ id, position }) => [id, position]));
      expect(movedTo(arranged, unmoved)).toEqual(document);
    }),
  );
});

it('every document with all steps at one place is a pile', () => {
  const ids = ['a', 'b', 'c'];
  expect(isPile(documentOf([label(), ...ids.map((id) => action(id))], ['in>a', 'a>b', 'b>c']))).toBe(true);
});

it('what a person drew is none, also when one card lies on another one', () => {
  const at = (index: number) => ({ position: { x: 0, y: index * 120 } });
  const ids = Array.from({ length: 9 }, (_, index) => `a${index}`);
  const drawn = documentOf([label('in', at(0)), ...ids.map((id, index) => action(id, at(index + 1)))], ['in>a0']);
  expect(isPile(drawn)).toBe(false);
  const over = { ...drawn, nodes: drawn.nodes.map((node) => (node.id === 'a8' ? { ...node, ...at(4) } : node)) };
  expect(isPile(over)).toBe(false);
});
