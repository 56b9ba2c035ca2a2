import { systemClock } from '@acequia/base';
import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until } from '../../test/harness.ts';
import { submitLines } from '../../test/toy-components.ts';
import { TraceRooms } from './trace-rooms.ts';

const componentsModule = new URL('../../test/trace-toys.ts', import.meta.url).href;

test('one event is found by its id in the journal and run alone; one that is not held any more is told so', async () => {
  const { engine, toys } = startHarness({ journal: createMemoryJournal(), limits: { retentionMs: 3_600_000 } });
  const running = pipeline('PL_1', 'PV_1', [label('LI_1', 'all'), sink('out', 'a')], links('start > out'));
  await engine.apply(deployment([running], { listeners: [listener()] }));
  for (let n = 0; n < 6; n++) await submitLines(toys.peer('LI_1'), [`x${n}`, `y${n}`], undefined, 1000 + n);
  await until(() => toys.destination('a').lines.length === 12);
  // A busy machine may take long to start a thread; how long a trace may take is not what this is about.
  const rooms = new TraceRooms({ componentsModule, clock: { ...systemClock, after: () => () => undefined } });
  const way = (id: string, receivedMs: number) => {
    const { blocks } = engine.newest('t1', 'LI_1', receivedMs + 1)!;
    const input = { kind: 'event' as const, id, receivedMs };
    const facts = { tenantId: 't1', pipelineId: 'PL_1', cluster: 'c', worker: 'w' };
    const asked = {
      document: running.document,
      listener: listener(),
      revisions: new Map(),
      input,
      upTo: undefined,
      frozenMs: undefined,
      facts,
      secrets: {},
    };
    return rooms.run(asked, { lookup: () => undefined, older: () => blocks.older() })!;
  };
  const block = (await engine.newest('t1', 'LI_1', 1004)!.blocks.older()).at(-1)!;
  const found = await way(`LI_1.${block.origin}.1`, 1003);
  expect(found.faults).toEqual([]);
  expect(found.origin).toMatchObject({ block: block.block, frame: 1, receivedMs: 1003 });
  expect(found.traces.map(({ steps }) => steps.map(({ node, input }) => [node, input.json]))).toEqual([
    [
      ['start', '{"message":"y3"}'],
      ['out', '{"message":"y3"}'],
    ],
  ]);
  expect(await way('LI_1.9-9-9.0', 1003)).toEqual({ traces: [], nodes: {}, faults: [{ code: 'EVENT_GONE' }], cut: false });
  expect(toys.destination('a').lines).toHaveLength(12);
  rooms.close();
  await engine.stop({ deadlineMs: 1000 });
});
