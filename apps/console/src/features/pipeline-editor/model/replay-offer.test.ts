import { expect, test } from 'vitest';
import type { Replay } from '@acequia/contract';
import { fakePipeline, fakeVersion } from '#lib/operations/testing/fake-things.ts';
import { offeredTime } from './replay-offer.ts';

const hour = 3_600_000;
const now = 100 * hour;
const pipeline = { ...fakePipeline('PL_1', 'To the store', { listenerIds: ['LI_1'] }), runningVersion: '1.1.0', start: null };
const versions = [
  { ...fakeVersion('Main', 'draft'), createdAt: now - 30 * hour },
  { ...fakeVersion('1.1.0', 'running'), createdAt: now - hour },
  { ...fakeVersion('1.0.0', 'archived'), createdAt: now - 2 * hour },
];
const replayOf = (id: string) => ({ pipeline: { id, name: '', version: '1.0.0' } }) as Replay;

test('what the listener received in the day before the first version, for the version that runs', () => {
  expect(offeredTime(pipeline, versions, [replayOf('PL_2')], now)).toEqual({
    listenerId: 'LI_1',
    version: '1.1.0',
    from: now - 26 * hour,
    to: now - 2 * hour,
  });
});

test.each([
  ['once there was a replay', pipeline, versions, [replayOf('PL_1')]],
  ['while no worker runs it', { ...pipeline, start: 'starting' as const }, versions, []],
  ['while it is stopped', { ...pipeline, runningVersion: null }, versions, []],
  ['of two listeners', { ...pipeline, listenerIds: ['LI_1', 'LI_2'] }, versions, []],
  ['a day after the first version', pipeline, versions.map((each) => ({ ...each, createdAt: each.createdAt - 24 * hour })), []],
])('nothing %s', (_, of, published, replays) => expect(offeredTime(of, published, replays, now)).toBeUndefined());
