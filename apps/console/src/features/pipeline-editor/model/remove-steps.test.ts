import { applyChanges, createPlan, isChangeFault, linkKey, type Link, type PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeSteps } from './remove-steps.ts';
import { countingIds } from './test-catalogue.ts';

const ports = ['default', 'slow', 'error'] as const;
const portsOf = () => ports.map((id) => ({ id, kind: id === 'error' ? ('error' as const) : ('choosing' as const) }));

function removed(document: PipelineDocument, nodes: readonly string[], links: readonly string[] = []): PipelineDocument {
  const result = applyChanges(document, removeSteps(document, nodes, links, { newId: countingIds(), portsOf }));
  if (isChangeFault(result)) throw new Error(result);
  return result;
}
const flow = ({ links }: PipelineDocument) => links.map(({ from, to }) => `${from.node}.${from.port}>${to.node}`).toSorted();

describe('removing steps', () => {
  const long = documentOf([label(), action('a'), action('b'), action('c'), datasink('d')], ['in>a', 'a>b', 'b>c', 'c>d', 'a.error>d']);

  it.each<[string, readonly string[], readonly string[]]>([
    ['one step', ['b'], ['a.default>c', 'a.error>d', 'c.default>d', 'in.default>a']],
    ['two in a row', ['a', 'b'], ['c.default>d', 'in.default>c']],
    ['two apart', ['a', 'c'], ['b.default>d', 'in.default>b']],
    ['all of a chain', ['a', 'b', 'c'], ['in.default>d']],
    ['the end of a chain', ['c', 'd'], ['a.default>b', 'in.default>a']],
  ])('closes the chain where it removes %s', (_what, nodes, expected) => {
    expect(flow(removed(long, nodes))).toEqual(expected);
  });

  it('closes the chain where the links of the step were selected with it', () => {
    expect(flow(removed(long, ['b'], ['a>b', 'b>c']))).toContain('a.default>c');
  });

  it('guesses no way past a step that events leave by two ports', () => {
    const fork = documentOf([label(), action('a'), datasink('d'), datasink('e')], ['in>a', 'a>d', 'a.slow>e']);
    expect(flow(removed(fork, ['a']))).toEqual([]);
  });

  it('links nothing twice', () => {
    const round = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d', 'in>d']);
    expect(flow(removed(round, ['a']))).toEqual(['in.default>d']);
  });

  /** A link only leads to a later step, so there is no cycle to begin with. */
  const anyDocument = fc
    .tuple(fc.integer({ min: 2, max: 9 }), fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...ports)), { maxLength: 24 }))
    .map(([count, wanted]) => {
      const ids = Array.from({ length: count }, (_, index) => `n${index}`);
      const links = wanted.map(([a, b, port]) => {
        const start = a % (count - 1);
        return `n${start}.${start === 0 ? 'default' : port}>n${start + 1 + (b % (count - 1 - start))}`;
      });
      const nodes = ids.map((id, index) => (index === 0 ? label(id) : action(id)));
      return documentOf([...nodes, datasink('d')], [...new Set([...links, `n${count - 1}>d`])]);
    });

  const reached = (links: readonly Link[], start: string): Set<string> => {
    const seen = new Set([start]);
    for (const node of seen) for (const { from, to } of links) if (from.node === node) seen.add(to.node);
    return seen;
  };

  it('in any document: no cycle, no link twice, and each step reaches just what it reached by the only way out of those removed', () => {
    fc.assert(
      fc.property(anyDocument, fc.infiniteStream(fc.boolean()), (document, dice) => {
        const before = structuredClone(document);
        const gone = new Set(document.nodes.map(({ id }) => id).filter((id) => id !== 'n0' && dice.next().value));
        const after = removed(document, [...gone]);
        expect(document).toEqual(before);
        expect(createPlan(after)).toBeDefined();
        expect(new Set(after.links.map(linkKey)).size).toBe(after.links.length);
        const chose = (node: string) =>
          new Set(document.links.flatMap(({ from }) => (from.node === node && from.port !== 'error' ? [from.port] : []))).size > 1;
        const mainLinks = document.links.filter(({ from }) => !gone.has(from.node) || (from.port !== 'error' && !chose(from.node)));
        for (const { id } of after.nodes)
          expect([...reached(after.links, id)].toSorted()).toEqual(
            [...reached(mainLinks, id)].filter((each) => !gone.has(each)).toSorted(),
          );
      }),
      { numRuns: 300 },
    );
  });
});
