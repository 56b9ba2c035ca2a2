import { createMemoryJournal, type BlockInput, type CommitValue } from '@acequia/journal';
import { expect, test } from 'vitest';
import { label, links, pipeline, sink } from '../../test/deployments.ts';
import { recordsOf } from './lane-records.ts';

const block = (stream: string): BlockInput => ({
  stream,
  codec: 0,
  meta: ['{}'],
  frames: Uint32Array.of(0, 1, 0, 0, 1),
  frameCount: 1,
  bytes: new Uint8Array(1),
});

const version = (listenerId: string, pipelineId: string, versionId: string) =>
  JSON.parse(
    JSON.stringify({
      pipeline: pipeline(pipelineId, versionId, [label(listenerId), sink('out', 'a')], links('start > out')),
      datasinks: [],
    }),
  ) as CommitValue;

const position = (listenerId: string) => ({ positions: { [`li/t1/${listenerId}/0`]: 4 }, cursors: {} });

test('a lane is told of its own listeners, and of nothing else', async () => {
  const journal = createMemoryJournal();
  const streams = ['1', '2'].flatMap((n) => [
    `li/t1/LI_${n}/0`,
    `ob/t1/PL_${n}/PV_${n}/out`,
    `st/t1/PL_${n}/PV_${n}`,
    `rd/t1/PL_${n}`,
    `dl/t${n}`,
  ]);
  await journal.append({ blocks: streams.map(block), durability: 'fsync' });
  const records = ['1', '2'].flatMap((n): [string, CommitValue][] => [
    [`l/li/t1/LI_${n}/0`, {}],
    [`i/LI_${n}`, {}],
    [`r/LI_${n}/1`, {}],
    [`d/PV_${n}`, version(`LI_${n}`, `PL_${n}`, `PV_${n}`)],
    [`v/PV_${n}`, position(`LI_${n}`)],
    [`v/PV_${n}_ended`, position(`LI_${n}`)],
    [`p/RP_${n}`, { id: `RP_${n}`, listenerId: `LI_${n}` }],
    [`c/PV_${n}/li/t1/LI_${n}/0/3`, { versionId: `PV_${n}`, stream: `li/t1/LI_${n}/0`, block: 3 }],
    [`c//li/t1/LI_${n}/0/2`, { versionId: '', stream: `li/t1/LI_${n}/0`, block: 2 }],
  ]);
  await journal.commits.commit(new Map(records));
  const told = recordsOf(journal, new Set(['LI_2']));
  expect(told.streams.toSorted()).toEqual(['li/t1/LI_2/0', 'ob/t1/PL_2/PV_2/out', 'rd/t1/PL_2', 'st/t1/PL_2/PV_2']);
  expect(told.keys.filter((key) => journal.commits.get(key) !== undefined).toSorted()).toEqual(
    records
      .map(([key]) => key)
      .filter((key) => key.includes('_2'))
      .toSorted(),
  );
  expect(recordsOf(journal, new Set())).toEqual({ streams: [], keys: [] });
});
