import { applyChanges, isChangeFault } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { describe, expect, it } from 'vitest';
import { createViewer } from './editor-view.ts';
import { createLister } from './list-rows.ts';
import { catalogue } from './test-catalogue.ts';
import { stepBeside } from './walk.ts';

const document = documentOf(
  [
    datasink('d', { position: { x: 0, y: 500 } }),
    action('right', { position: { x: 300, y: 300 } }),
    action('left', { position: { x: 0, y: 300 } }),
    action('lost', { position: { x: 900, y: 0 } }),
    action('s', { component: 'split', config: { ports: ['slow'] }, position: { x: 100, y: 150 } }),
    label(),
  ],
  ['in>s', 's.slow>left', 's>right', 'left>d', 'right>d'],
);

describe('the list of steps', () => {
  const viewer = createViewer();
  const viewOf = (shown: typeof document) => viewer(shown, catalogue, 'en', (id) => id);

  it('stands in the order events take, left before right, what nothing reaches last', () => {
    const rows = createLister()(viewOf(document));
    expect(rows.map(({ node, depth }) => `${node.id} ${depth}`)).toEqual(['in 0', 's 1', 'left 2', 'right 2', 'd 3', 'lost 0']);
  });

  it('names both ends of every link', () => {
    const row = createLister()(viewOf(document)).find(({ node }) => node.id === 's')!;
    expect(row.incoming.map(({ other }) => other.id)).toEqual(['in']);
    expect(row.ports.map(({ port, links }) => `${port.id}: ${links.map(({ other }) => other.id).join()}`)).toEqual([
      'slow: left',
      'default: right',
      'error: ',
    ]);
  });

  it('loses no step of a circle somebody imported', () => {
    const circle = { ...document, links: [...document.links, { id: 'c', from: { node: 'left', port: 'default' }, to: { node: 's' } }] };
    expect(createLister()(viewOf(circle))).toHaveLength(circle.nodes.length);
  });

  it('draws only the rows an edit touched', () => {
    const lister = createLister();
    const before = lister(viewOf(document));
    const edited = applyChanges(document, [{ type: 'describe', node: 'left', comment: 'why' }]);
    if (isChangeFault(edited)) throw new Error(edited);
    const after = lister(viewOf(edited));
    expect(after.filter((row, index) => row !== before[index]).map(({ node }) => node.id)).toEqual(['left']);
  });
});

describe('walking along the links by keyboard', () => {
  it('goes to what follows, to what came before, and to what stands beside', () => {
    expect(stepBeside(document, undefined, 'down')).toBe('in');
    expect(stepBeside(document, 'in', 'down')).toBe('s');
    expect(stepBeside(document, 's', 'down')).toBe('left');
    expect(stepBeside(document, 'left', 'right')).toBe('right');
    expect(stepBeside(document, 'right', 'left')).toBe('left');
    expect(stepBeside(document, 'd', 'up')).toBe('left');
  });

  it('stops at an end', () => {
    expect(stepBeside(document, 'in', 'up')).toBeUndefined();
    expect(stepBeside(document, 'd', 'down')).toBeUndefined();
    expect(stepBeside(document, 'lost', 'left')).toBeUndefined();
  });
});
