import { expect, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../../test/harness.ts';
import { submitLines } from '../../test/toy-components.ts';

const layers = 17;

/** Steps in layers of two, each linked to both of the next: an event doubles with each. */
const doubling = pipeline(
  'PL_1',
  'PV_1',
  [
    label(),
    ...Array.from({ length: layers }, (_, n) => [action(`a${n}`, 'mark', { mark: '' }), action(`b${n}`, 'mark', { mark: '' })]).flat(),
    sink('out', 'a'),
  ],
  links(
    'start > a0',
    'start > b0',
    ...Array.from({ length: layers - 1 }, (_, n) =>
      ['a', 'b'].flatMap((from) => ['a', 'b'].map((to) => `${from}${n} > ${to}${n + 1}`)),
    ).flat(),
    `a${layers - 1} > out`,
    `b${layers - 1} > out`,
  ),
);
const neighbour = pipeline('PL_2', 'PV_2', [label(), sink('out', 'b')], links('start > out'));

test('a running version that doubles an event 17 times makes at most 256 copies of each, all accounted for, and its neighbour gets its events', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([doubling, neighbour], { sinks: ['a', 'b'] }));
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  await submitLines(toys.peer('LI_1'), lines);
  await until(() => toys.destination('b').lines.length === lines.length);
  expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const { created = 0, rejected = 0, delivered = 0 } = totalsOf(engine, 'PV_1');
  expect(created).toBeLessThanOrEqual(256 * lines.length);
  expect(rejected + delivered).toBe(lines.length + created);
  expect(rejected).toBeGreaterThan(0);
  expectBalance(engine, 'LI_1', ['PV_1', 'PV_2']);
  const { letters } = await engine.deadLetters.list('t1', {}, undefined, 5);
  expect(new Set(letters.map(({ code }) => code))).toEqual(new Set(['LIMIT_COPIES']));
});
