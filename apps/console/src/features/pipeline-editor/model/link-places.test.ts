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
  const first = placer(view(high), {});
  const moved = placer(view(low), {});
  expect(moved.get(ofLabel)).not.toEqual(first.get(ofLabel));
  expect(moved.get(ofCard)).not.toEqual(first.get(ofCard));
  expect(moved.get(other)).toBe(first.get(other));
  expect(placer(view(high), {}).get(ofCard)).toEqual(first.get(ofCard));
});
