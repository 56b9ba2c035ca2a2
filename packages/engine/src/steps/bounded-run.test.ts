import { expect, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../../test/harness.ts';
import { submitLines } from '../../test/toy-components.ts';

const growing = pipeline(
  'PL_1',
  'PV_1',
  [label(), action('grow', 'mark', { mark: 'x'.repeat(1_000_000) }), sink('out', 'a')],
  links('start > grow', 'grow > out'),
);
const neighbor = pipeline('PL_2', 'PV_2', [label(), sink('out', 'b')], links('start > out'));

test('a version that makes large texts of a block of small events adds 128 MiB at most, all accounted for, and its neighbor gets its events', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([growing, neighbor], { sinks: ['a', 'b'] }));
  const lines = Array.from({ length: 200 }, (_, n) => `line ${n}`);
  await submitLines(toys.peer('LI_1'), lines);
  await until(() => toys.destination('b').lines.length === lines.length);
  expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const { rejected = 0, delivered = 0 } = totalsOf(engine, 'PV_1');
  expect(rejected + delivered).toBe(lines.length);
  expect(delivered).toBe(toys.destination('a').lines.length);
  expect(delivered).toBe(Math.ceil((128 * 1024 * 1024) / (1_000_000 + 'line 100'.length)));
  expectBalance(engine, 'LI_1', ['PV_1', 'PV_2']);
  const { letters } = await engine.deadLetters.list('t1', {}, undefined, 100);
  expect(new Set(letters.map(({ code }) => code))).toEqual(new Set(['LIMIT_ADDED_BYTES']));
});

test('what a version would do after it has used up its steps is refused, whatever the action', async () => {
  const { engine, toys } = startHarness();
  const spent = pipeline(
    'PL_1',
    'PV_1',
    [label(), action('grow', 'mark', { mark: 'x'.repeat(1_000_000) }), action('again', 'mark', { mark: 'y' }), sink('out', 'a')],
    links('start > grow', 'grow > again', 'again > out'),
  );
  await engine.apply(deployment([spent], { sinks: ['a'] }));
  const lines = Array.from({ length: 60 }, (_, n) => `line ${n}`);
  await submitLines(toys.peer('LI_1'), lines);
  expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ rejected: lines.length });
  const { letters } = await engine.deadLetters.list('t1', {}, undefined, 100);
  expect(new Set(letters.map(({ code }) => code))).toEqual(new Set(['EXPR_LIMIT']));
  expectBalance(engine, 'LI_1', ['PV_1']);
});
