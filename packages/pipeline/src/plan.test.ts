import { describe, expect, it } from 'vitest';
import { createPlan, reachableFrom } from './plan.ts';
import { action, datasink, documentOf, label } from './testing/index.ts';

describe('the order in which nodes run', () => {
  it('puts each node after all that feed it', () => {
    const document = documentOf(
      [datasink('d'), action('c'), action('b'), action('a'), label()],
      ['in>a', 'in>c', 'a>b', 'b>c', 'c>d', 'a.error>d'],
    );
    const plan = createPlan(document)!;
    expect(plan.order.map((node) => node.id)).toEqual(['a', 'b', 'c', 'd']);
    expect(plan.targets('a', 'error')).toEqual(['d']);
    expect(plan.targets('d', 'error')).toEqual([]);
    expect(plan.sources('c').map((link) => link.from.node)).toEqual(['in', 'b']);
  });

  it('leaves out what the label does not reach, and its links', () => {
    const document = documentOf([label(), action('a'), action('loose'), datasink('d')], ['in>a', 'a>d', 'loose>d']);
    const plan = createPlan(document)!;
    expect(plan.order.map((node) => node.id)).toEqual(['a', 'd']);
    expect(plan.sources('d').map((link) => link.from.node)).toEqual(['a']);
  });

  it('is none without a label, with two, and with a circle', () => {
    expect(createPlan(documentOf([action('a')]))).toBeUndefined();
    expect(createPlan(documentOf([label(), label('in2')]))).toBeUndefined();
    expect(createPlan(documentOf([label(), action('a'), action('b')], ['in>a', 'a>b', 'b>a']))).toBeUndefined();
    expect(createPlan(documentOf([label(), action('a')], ['in>a', 'a>in']))).toBeUndefined();
  });

  it('does not fall over a link to a node that is not there', () => {
    const document = documentOf([label(), datasink('d')], ['in>d', 'in>ghost']);
    expect(createPlan(document)!.order.map((node) => node.id)).toEqual(['d']);
    expect([...reachableFrom('in', document)]).toEqual(['in', 'd']);
  });
});
