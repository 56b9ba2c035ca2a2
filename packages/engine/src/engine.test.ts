import { expect, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../test/harness.ts';
import { sendLines, submitLines } from '../test/toy-components.ts';

const straight = (versionId = 'PV_1') => pipeline('PL_1', versionId, [label(), sink('out', 'a')], links('start > out'));

test('a first event', async () => {
  const { engine, toys } = startHarness();
  const report = await engine.apply(deployment([straight()]));
  expect(report.pipelines).toEqual([{ id: 'PL_1', versionId: 'PV_1', result: 'started' }]);
  expect(report.listeners).toEqual([{ id: 'LI_1', result: 'started' }]);
  sendLines(toys.peer('LI_1'), ['hello', 'world']);
  await until(() => toys.destination('a').lines.length === 2);
  expect(toys.destination('a').lines).toEqual(['hello', 'world']);
  await engine.stop({ deadlineMs: 1000 });
  expectBalance(engine, 'LI_1', ['PV_1']);
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 2, delivered: 2 });
});

test('of bytes, as many enter a pipeline as its listener received, whatever the lengths of events', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([straight()]));
  await submitLines(toys.peer('LI_1'), ['a', 'bb', 'cccc', 'x']);
  await submitLines(toys.peer('LI_1'), ['a', 'bb']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(totalsOf(engine, 'LI_1')['receivedBytes']).toBe(11);
  expect(totalsOf(engine, 'PV_1')['enteredBytes']).toBe(11);
});

test('ports, forks, refusals and children add up', async () => {
  const { engine, toys } = startHarness();
  const nodes = [
    label(),
    action('pick', 'choose', { word: 'x' }),
    action('mark', 'mark', { mark: '>' }),
    sink('out', 'a'),
    sink('copy', 'b'),
  ];
  await engine.apply(
    deployment([pipeline('PL_1', 'PV_1', nodes, links('start > pick', 'pick.yes > mark', 'mark > out', 'pick.yes > copy'))]),
  );
  await submitLines(toys.peer('LI_1'), ['x1', 'y', 'x bad', 'x twin', '!broken', 'x unspeakable']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines.sort()).toEqual(['>x twin', '>x twin', '>x1']);
  expect(toys.destination('b').lines.sort()).toEqual(['x bad', 'x twin', 'x1']);
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 5, created: 5, 'filtered:condition': 1, rejected: 3, delivered: 6 });
  expectBalance(engine, 'LI_1', ['PV_1']);
  const letters = (await engine.deadLetters.list('t1', {}, undefined, 10)).letters;
  expect(letters.map(({ code }) => code).sort()).toEqual(['DECODE_TOY', 'TOY_BAD', 'TOY_UNSPEAKABLE', 'TOY_UNSPEAKABLE']);
});

test('what one version changes no other version of the label sees, and refused frames stay as they came', async () => {
  const { engine, toys } = startHarness();
  const marking = (n: number, mark: string) =>
    pipeline(
      `PL_${n}`,
      `PV_${n}`,
      [label(), action('mark', 'mark', { mark }), action('again', 'mark', { mark }), sink('out', `to${n}`)],
      links('start > mark', 'mark > again', 'again > out'),
    );
  await engine.apply(deployment([marking(1, 'one '), marking(2, 'two '), marking(3, 'three ')], { sinks: ['to1', 'to2', 'to3'] }));
  await submitLines(toys.peer('LI_1'), ['a', '!broken', 'b twin', 'c']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  for (const [n, mark] of [
    [1, 'one '],
    [2, 'two '],
    [3, 'three '],
  ] as const) {
    const lines = new Set(toys.destination(`to${n}`).lines);
    expect(lines).toEqual(new Set([`${mark}${mark}a`, `${mark}${mark}b twin`, `${mark}${mark}c`]));
    expectBalance(engine, 'LI_1', [`PV_${n}`]);
  }
  const letters = (await engine.deadLetters.list('t1', {}, undefined, 10)).letters;
  expect(letters.map(({ code }) => code)).toEqual(['DECODE_TOY']);
});
