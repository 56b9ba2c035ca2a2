import { applyChanges, isChangeFault, validate, type PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { describe, expect, it } from 'vitest';
import type { AddContext } from './add-node.ts';
import { cardShape } from './card-shape.ts';
import { surroundingsOf } from './catalogue.ts';
import { besideInChain, moveStep, moveTargets, type MoveTarget } from './move-step.ts';
import { portsToDraw } from './node-ports.ts';
import { catalogue, countingIds } from './test-catalogue.ts';

const contextOf = (document: PipelineDocument): AddContext => {
  const portsOf = (id: string) =>
    portsToDraw(
      document,
      document.nodes.find((node) => node.id === id)!,
      validate(document, surroundingsOf(catalogue)),
    );
  return { newId: countingIds(), portsOf, shapeOf: (id) => cardShape(document.nodes.find((node) => node.id === id)!.kind, portsOf(id)) };
};
const moved = (document: PipelineDocument, id: string, target: MoveTarget) => {
  const result = applyChanges(document, moveStep(document, id, target, contextOf(document)));
  if (isChangeFault(result)) throw new Error(result);
  return result;
};
const flow = (document: PipelineDocument) => document.links.map((link) => `${link.from.node}.${link.from.port}>${link.to.node}`).toSorted();
const linkBetween = (document: PipelineDocument, from: string, to: string): MoveTarget => ({
  type: 'into',
  link: document.links.find((link) => link.from.node === from && link.to.node === to)!.id,
});

const chain = documentOf([label(), action('a'), action('b'), action('c'), datasink('d')], ['in>a', 'a>b', 'b>c', 'c>d']);

describe('moving a step along the links', () => {
  it('closes the gap it leaves, and opens one where it goes', () => {
    expect(flow(moved(chain, 'c', linkBetween(chain, 'in', 'a')))).toEqual(['a.default>b', 'b.default>d', 'c.default>a', 'in.default>c']);
  });

  it('up and down by one are each other’s opposite', () => {
    const up = moved(chain, 'b', besideInChain(chain, 'b', 'up', contextOf(chain))!);
    expect(flow(up)).toEqual(['a.default>c', 'b.default>a', 'c.default>d', 'in.default>b']);
    expect(flow(moved(up, 'b', besideInChain(up, 'b', 'down', contextOf(up))!))).toEqual(flow(chain));
  });

  it('goes neither over the label nor over the datasink', () => {
    expect(besideInChain(chain, 'a', 'up', contextOf(chain))).toBeUndefined();
    expect(besideInChain(chain, 'c', 'down', contextOf(chain))).toBeUndefined();
    expect(besideInChain(chain, 'd', 'up', contextOf(chain))).toBeUndefined();
  });

  it('does not lose what forks: every source still reaches every target', () => {
    const fork = documentOf(
      [label(), action('s', { component: 'split', config: { ports: ['slow'] } }), action('a'), datasink('d'), datasink('e')],
      ['in>s', 's.slow>a', 's>a', 'a>d', 'a>e'],
    );
    const result = moved(fork, 'a', linkBetween(fork, 'in', 's'));
    expect(flow(result)).toEqual(['a.default>s', 'in.default>a', 's.default>d', 's.default>e', 's.slow>d', 's.slow>e']);
  });

  it('hangs a datasink on another port, and leaves the rest alone', () => {
    expect(flow(moved(chain, 'd', { type: 'after', node: 'a', port: 'error' }))).toEqual([
      'a.default>b',
      'a.error>d',
      'b.default>c',
      'in.default>a',
    ]);
  });

  it('offers only places it can be moved to, none for the label', () => {
    const context = contextOf(chain);
    expect(moveTargets(chain, 'in', context)).toEqual([]);
    for (const id of ['a', 'b', 'c', 'd'])
      for (const target of moveTargets(chain, id, context))
        expect(isChangeFault(applyChanges(chain, moveStep(chain, id, target, contextOf(chain))))).toBe(false);
    expect(moveTargets(chain, 'b', context)).toHaveLength(2);
  });

  it('does nothing for a place that is its own', () => {
    expect(moveStep(chain, 'b', linkBetween(chain, 'a', 'b'), contextOf(chain))).toEqual([]);
    expect(moveStep(chain, 'in', linkBetween(chain, 'a', 'b'), contextOf(chain))).toEqual([]);
  });

  it('does not cover another card', () => {
    const spread = documentOf(
      chain.nodes.map((node, index) => ({ ...node, position: { x: 0, y: index * 140 } })),
      ['in>a', 'a>b', 'b>c', 'c>d'],
    );
    const { nodes } = moved(spread, 'c', linkBetween(spread, 'in', 'a'));
    const context = contextOf(spread);
    const boxes = nodes.map((node) => ({ ...node.position, ...context.shapeOf(node.id) }));
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1))
        expect(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).toBe(false);
  });
});
