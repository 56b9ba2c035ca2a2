import { systemClock } from '@acequia/base';
import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until } from '../../test/harness.ts';
import { submitLines } from '../../test/toy-components.ts';
import type { SearchInput } from './search-blocks.ts';
import { TraceRooms } from './trace-rooms.ts';

const componentsModule = new URL('../../test/trace-toys.ts', import.meta.url).href;

test('what a listener keeps is searched by a label, a page after the other, and nothing is delivered again', async () => {
  const { engine, toys } = startHarness({ journal: createMemoryJournal(), limits: { retentionMs: 3_600_000 } });
  const running = pipeline('PL_1', 'PV_1', [label('LI_1', 'all'), sink('out', 'a')], links('start > out'));
  await engine.apply(deployment([running], { listeners: [listener()] }));
  for (let n = 0; n < 6; n++) await submitLines(toys.peer('LI_1'), [`x${n}`, `y${n}`], undefined, 1000 + n);
  await until(() => toys.destination('a').lines.length === 12);
  const rooms = new TraceRooms({ componentsModule, clock: { ...systemClock, after: () => () => undefined } });
  const condition = { form: 'code', ast: { field: 'message', op: 'contains', value: 'X', ignoreCase: true } };
  const page = async (from?: SearchInput['from']) => {
    const { blocks } = engine.newest('t1', 'LI_1', 1005, { endBlock: from && from.block + 1 })!;
    const asked = {
      document: { format: 1 as const, nodes: [label('LI_1', 'search')], links: [] },
      listener: listener('LI_1', {}, [{ id: 'search', name: 'search', condition }]),
      revisions: new Map(),
      input: { kind: 'search' as const, count: 2, sinceMs: 1001, beforeMs: 1005, from },
      upTo: undefined,
      frozenMs: undefined,
      facts: { tenantId: 't1', pipelineId: '', cluster: 'c', worker: 'w' },
      secrets: {},
    };
    const { traces, faults, searched } = (await rooms.run(asked, { lookup: () => undefined, older: () => blocks.older() }))!;
    expect(faults).toEqual([]);
    return { found: traces.map(({ born, steps }) => [born!.receivedMs, steps[0]!.input.json]), searched: searched! };
  };
  const first = await page();
  expect(first.found).toEqual([
    [1004, '{"message":"x4"}'],
    [1003, '{"message":"x3"}'],
  ]);
  const second = await page(first.searched.next);
  expect(second.found).toEqual([
    [1002, '{"message":"x2"}'],
    [1001, '{"message":"x1"}'],
  ]);
  const third = await page(second.searched.next);
  expect(third.found).toEqual([]);
  expect(third.searched.next).toBeUndefined();
  expect(toys.destination('a').lines).toHaveLength(12);
  rooms.close();
  await engine.stop({ deadlineMs: 1000 });
});
