import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { expect, it } from 'vitest';
import { createViewer } from './editor-view.ts';
import { createLinkPlacer } from './link-places.ts';
import { catalogue } from './test-catalogue.ts';

const high = documentOf(
  [
    label(),
    action('a', { position: { x: 0, y: 200 } }),
    datasink('d', { position: { x: 0, y: 900 } }),
    datasink('e', { position: { x: 900, y: 300 } }),
  ],
  ['in>a', 'a>d', 'in>e'],
);
const low = { ...high, nodes: high.nodes.map((node) => (node.id === 'a' ? { ...node, position: { x: 0, y: 500 } } : node)) };

it('numbers do not stay where a card stood before it was moved, or moved back; others are not placed again', () => {
  const [viewer, placer] = [createViewer(), createLinkPlacer()];
  const view = (document: typeof high) => viewer(document, catalogue, 'en', (id) => id);
  const [ofLabel, ofCard, other] = high.links.map(({ id }) => id) as [string, string, string];
  const first = placer.all(view(high));
  const moved = placer.all(view(low));
  expect(moved.get(ofLabel)).not.toEqual(first.get(ofLabel));
  expect(moved.get(ofCard)).not.toEqual(first.get(ofCard));
  expect(moved.get(other)).toBe(first.get(other));
  expect(placer.all(view(high)).get(ofCard)).toEqual(first.get(ofCard));
});

it('while a card is dragged, the numbers of its links follow it, and those of others stay', () => {
  const [viewer, placer] = [createViewer(), createLinkPlacer()];
  const view = viewer(high, catalogue, 'en', (id) => id);
  const [ofLabel, ofCard] = high.links.map(({ id }) => id) as [string, string, string];
  for (const y of [350, 500]) {
    const places = placer.dragged(view, { a: { x: 0, y } });
    expect([...places.keys()].toSorted()).toEqual([ofLabel, ofCard].toSorted());
    const dropped = viewer(
      { ...high, nodes: high.nodes.map((node) => (node.id === 'a' ? { ...node, position: { x: 0, y } } : node)) },
      catalogue,
      'en',
      (id) => id,
    );
    expect(places.get(ofCard)).toEqual(createLinkPlacer().all(dropped).get(ofCard));
  }
});
