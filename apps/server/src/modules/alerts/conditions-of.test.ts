import { dayMs, minuteMs } from '@acequia/base';
import { watchLimits, workerSilenceMs } from '@acequia/domain';
import { describe, expect, test } from 'vitest';
import { conditionsOf, type Facts } from './conditions-of.ts';

const now = 1_800_000_000_000;
const worker = (id: string, part: Partial<Facts['workers'][number]> = {}): Facts['workers'][number] => ({
  id,
  name: `worker ${id}`,
  clusterId: 'CL_1',
  seenAt: now,
  diskFree: 0.5,
  copiedAt: null,
  writeFault: undefined,
  memoryEnd: undefined,
  ...part,
});
const part = (some: Partial<Facts['parts'][number]>): Facts['parts'][number] => ({
  kind: 'datasink',
  id: 'DS_1',
  pipelineId: 'PL_1',
  node: 'out',
  workerId: 'a',
  clusterId: 'CL_1',
  state: 'running',
  reason: null,
  undeliveredBytes: 0,
  limitBytes: 0,
  ...some,
});
const listener = (some: Partial<Facts['listeners'][number]>): Facts['listeners'][number] => ({
  id: 'LI_1',
  clusterId: 'CL_1',
  received: 1000,
  rejected: 0,
  heard: { firstAt: now - dayMs, lastAt: now, longestGapMs: 0 },
  ...some,
});
const facts = (some: Partial<Facts> = {}): Facts => ({
  now,
  workers: [worker('a')],
  parts: [],
  listeners: [],
  lost: [],
  failing: [],
  secrets: [],
  certificates: [],
  limitUsed: undefined,
  imbalances: [],
  trialStopped: undefined,
  names: new Map([
    ['DS_1', 'SIEM'],
    ['LI_1', 'Firewalls'],
    ['PL_1', 'Reduction'],
    ['LK_1', 'Sites'],
  ]),
  ...some,
});
const told = (some: Partial<Facts>) => conditionsOf(facts(some)).map(({ code, priority, sourceId }) => `${code} ${priority} ${sourceId}`);

test('a listener that turns senders away is one alert, over when they stop, and not while its worker is silent', () => {
  const refusing = (workerId: string, recent: number, reason: 'credentials' | 'not-allowed' = 'credentials') =>
    part({
      kind: 'listener',
      id: 'LI_1',
      workerId,
      refusals: [{ reason, count: 500, recent, addresses: [{ address: '10.0.0.7', count: 400 }] }],
    });
  const workers = [worker('a'), worker('b')];
  expect(conditionsOf(facts({ workers, parts: [refusing('a', 12), refusing('b', 8)] }))).toMatchObject([
    { code: 'SENDERS_REFUSED', priority: 'medium', sourceId: 'LI_1', fields: { name: 'Firewalls', count: 20, address: '10.0.0.7' } },
  ]);
  expect(told({ workers, parts: [refusing('a', 12), refusing('b', 7)] })).toEqual([]);
  expect(told({ workers, parts: [refusing('a', 300, 'not-allowed')] })).toEqual([]);
  const silent = worker('b', { seenAt: now - 2 * workerSilenceMs });
  expect(told({ workers: [worker('a'), silent], parts: [refusing('a', 12), refusing('b', 80)] })).toEqual(['WORKER_SILENT critical ']);
});

test('the alert about senders names who is turned away now, not who stopped within the hour', () => {
  const addresses = [
    { address: '10.0.0.7', count: 400, recent: 0 },
    { address: '10.0.0.9', count: 25, recent: 25 },
  ];
  const refusals = [{ reason: 'credentials' as const, count: 425, recent: 25, addresses }];
  expect(
    conditionsOf(facts({ workers: [worker('a')], parts: [part({ kind: 'listener', id: 'LI_1', workerId: 'a', refusals })] })),
  ).toMatchObject([{ code: 'SENDERS_REFUSED', fields: { count: 25, address: '10.0.0.9' } }]);
});

test('nothing is wrong where nothing is wrong', () => {
  expect(
    told({ parts: [part({}), part({ kind: 'listener', id: 'LI_1', limitBytes: 100, undeliveredBytes: 79 })], listeners: [listener({})] }),
  ).toEqual([]);
});

describe('parts', () => {
  test('a datasink that is away for three pipelines is one condition with three places', () => {
    const parts = ['PL_1', 'PL_2', 'PL_3'].map((pipelineId) =>
      part({ pipelineId, state: 'retrying', reason: { code: 'HTTP_401', fields: { status: 401 } } }),
    );
    expect(conditionsOf(facts({ parts }))).toMatchObject([
      { code: 'DESTINATION_DOWN', sourceType: 'datasink', places: 3, fields: { name: 'SIEM', reason: 'HTTP_401', 'reason.status': 401 } },
    ]);
  });

  test('one that needs a person is down, too; one that drains is not', () => {
    expect(told({ parts: [part({ state: 'waiting' })] })).toEqual(['DESTINATION_DOWN critical DS_1']);
    expect(told({ parts: [part({ state: 'draining' })] })).toEqual([]);
  });

  test('no data sink is said to be down while the lane of its pipeline is: the pipeline is', () => {
    const reason = { code: 'LANE_DIED', fields: {} };
    const parts = [part({ state: 'retrying', reason }), part({ kind: 'pipeline', id: 'PL_1', state: 'error', reason })];
    expect(told({ parts })).toEqual(['PIPELINE_REFUSED critical PL_1']);
  });

  test('a listener that cannot read a file, or lost the rest of one, misses data; one that has no file yet does not', () => {
    const listening = (code: string, some = {}) =>
      part({ kind: 'listener', id: 'LI_1', reason: { code, fields: { message: 'a.log' } }, ...some });
    expect(conditionsOf(facts({ parts: [listening('FILE_REST_LOST')] }))).toMatchObject([
      { code: 'LISTENER_INCOMPLETE', priority: 'high', sourceId: 'LI_1', fields: { name: 'Firewalls', reason: 'FILE_REST_LOST' } },
    ]);
    expect(told({ parts: [listening('FILE_DENIED'), listening('FILE_DENIED', { workerId: 'b' })] })).toEqual([
      'LISTENER_INCOMPLETE high LI_1',
    ]);
    expect(told({ parts: [listening('FILE_NONE'), listening('CREDENTIALS_REFUSED')] })).toEqual([]);
    expect(told({ parts: [listening('FILE_DENIED', { state: 'error' })] })).toEqual(['LISTENER_FAILED critical LI_1']);
  });

  test('listeners and pipelines that do not run', () => {
    const parts = [part({ kind: 'listener', id: 'LI_1', state: 'error' }), part({ kind: 'pipeline', id: 'PL_1', state: 'error' })];
    expect(told({ parts })).toEqual(['LISTENER_FAILED critical LI_1', 'PIPELINE_REFUSED critical PL_1']);
  });

  test('a version of a lookup that two workers have no table of is one condition, and no source of its own', () => {
    const reason = { code: 'LOOKUP_MEMORY', fields: { version: 3 } };
    const parts = ['a', 'b'].map((workerId) => part({ kind: 'lookup', id: 'LK_1', workerId, state: 'error', reason }));
    expect(conditionsOf(facts({ workers: [worker('a'), worker('b')], parts }))).toMatchObject([
      {
        code: 'LOOKUP_NOT_IN_FORCE',
        priority: 'high',
        sourceType: 'unknown',
        sourceId: '',
        places: 2,
        fields: { name: 'Sites', lookup: 'LK_1', version: 3, reason: 'LOOKUP_MEMORY' },
      },
    ]);
  });

  test('a journal near its limit is told before intake pushes back', () => {
    expect(told({ parts: [part({ kind: 'listener', id: 'LI_1', limitBytes: 100, undeliveredBytes: 80 })] })).toEqual([
      'JOURNAL_NEAR_LIMIT high LI_1',
    ]);
  });
});

describe('workers', () => {
  test('one that is not heard of is the cause, and what it last said of its parts is not told', () => {
    const workers = [worker('a', { seenAt: now - workerSilenceMs - 1, diskFree: 0.01 })];
    const conditions = conditionsOf(facts({ workers, parts: [part({ state: 'retrying' })] }));
    expect(conditions).toMatchObject([{ code: 'WORKER_SILENT', workerId: 'a', clusterId: 'CL_1', sourceType: 'unknown' }]);
  });

  test('a disk that is nearly full, and one whose worker does not tell', () => {
    expect(told({ workers: [worker('a', { diskFree: 0.09 }), worker('b', { diskFree: undefined })] })).toEqual(['DISK_LOW critical ']);
  });
});

describe('a worker in trouble', () => {
  const writeFault = (some: object = {}) => ({ kind: 'failed' as const, code: 'EIO', at: now - 1000, lasts: false, ...some });
  const long = watchLimits.recentMs + 1;

  test('a disk that refuses writes, by what is to be done about it; a while after the last one it is over', () => {
    expect(conditionsOf(facts({ workers: [worker('a', { writeFault: writeFault() })] }))).toMatchObject([
      { code: 'JOURNAL_FAILED', priority: 'critical', workerId: 'a', clusterId: 'CL_1', fields: { name: 'worker a', error: 'EIO' } },
    ]);
    expect(told({ workers: [worker('a', { writeFault: writeFault({ kind: 'full', code: 'ENOSPC' }) })] })).toEqual([
      'JOURNAL_FULL critical ',
    ]);
    expect(told({ workers: [worker('a', { writeFault: writeFault({ at: now - long }) })] })).toEqual([]);
  });

  test('a disk that has space again is not called full for as long as one that fails', () => {
    const fullFor = (agoMs: number) =>
      told({ workers: [worker('a', { writeFault: writeFault({ kind: 'full', code: 'ENOSPC', at: now - agoMs }) })] });
    expect(fullFor(watchLimits.fullMs)).toEqual(['JOURNAL_FULL critical ']);
    expect(fullFor(watchLimits.fullMs + 1)).toEqual([]);
    expect(told({ workers: [worker('a', { writeFault: writeFault({ at: now - watchLimits.fullMs - 1 }) })] })).toEqual([
      'JOURNAL_FAILED critical ',
    ]);
  });

  test('nothing was written since: it is not over, however long ago', () => {
    expect(told({ workers: [worker('a', { writeFault: writeFault({ at: now - long, lasts: true }) })] })).toEqual([
      'JOURNAL_FAILED critical ',
    ]);
  });

  test('an end for want of memory is told for a while', () => {
    expect(conditionsOf(facts({ workers: [worker('a', { memoryEnd: { how: 'kernel', at: now - 1000 } })] }))).toMatchObject([
      { code: 'WORKER_RESTARTED', priority: 'high', workerId: 'a', fields: { name: 'worker a', cause: 'memory', how: 'kernel' } },
    ]);
    expect(told({ workers: [worker('a', { memoryEnd: { how: 'kernel', at: now - long } })] })).toEqual([]);
  });

  test('two that run as one are told of for a while, also when neither is heard of', () => {
    expect(told({ workers: [worker('a', { copiedAt: now - 1000 })] })).toEqual(['WORKER_COPIED critical ']);
    expect(told({ workers: [worker('a', { copiedAt: now - 1000, seenAt: now - workerSilenceMs - 1 })] })).toContain(
      'WORKER_COPIED critical ',
    );
    expect(told({ workers: [worker('a', { copiedAt: now - long })] })).toEqual([]);
  });

  test('one that is not heard of: that alone', () => {
    const workers = [
      worker('a', { seenAt: now - workerSilenceMs - 1, writeFault: writeFault({ lasts: true }), memoryEnd: { how: 'heap', at: now } }),
    ];
    expect(told({ workers })).toEqual(['WORKER_SILENT critical ']);
  });
});

describe('data', () => {
  test('a version whose step throws', () => {
    expect(conditionsOf(facts({ failing: [{ pipelineId: 'PL_1', count: 4 }] }))).toMatchObject([
      { code: 'STEP_FAILURES', priority: 'high', fields: { name: 'Reduction', count: 4 }, sourceType: 'pipeline', sourceId: 'PL_1' },
    ]);
  });

  test('lost events', () => {
    expect(conditionsOf(facts({ lost: [{ pipelineId: 'PL_1', count: 12 }] }))).toMatchObject([
      { code: 'EVENTS_LOST', fields: { name: 'Reduction', count: 12 }, sourceType: 'pipeline' },
    ]);
  });

  test('failures to decode, unless they are few or a small part', () => {
    expect(told({ listeners: [listener({ rejected: 20 })] })).toEqual(['DECODE_FAILURES medium LI_1']);
    expect(told({ listeners: [listener({ rejected: 9, received: 9 })] })).toEqual([]);
    expect(told({ listeners: [listener({ rejected: 20, received: 2000 })] })).toEqual([]);
  });

  test('a listener that falls silent; one that never got anything of late does not', () => {
    const until = (minutesAgo: number, firstAt = now - 2 * dayMs) => ({ firstAt, lastAt: now - minutesAgo * minuteMs, longestGapMs: 0 });
    expect(told({ listeners: [listener({ heard: until(30) })] })).toEqual(['LISTENER_SILENT low LI_1']);
    expect(told({ listeners: [listener({ heard: until(29) }), listener({ heard: null })] })).toEqual([]);
    // Within the first hour of an installation.
    expect(told({ listeners: [listener({ heard: until(31, now - 50 * minuteMs) })] })).toEqual([]);
  });

  test('more than the limit of a day', () => {
    expect(told({ limitUsed: 0.99 })).toEqual([]);
    expect(conditionsOf(facts({ limitUsed: 1.2 }))).toMatchObject([{ code: 'OVER_LIMIT', fields: { percent: 120 } }]);
  });
});

test('counters that do not add up, of a listener and of a pipeline', () => {
  const imbalances = [
    { sourceType: 'listener' as const, sourceId: 'LI_1', count: 3 },
    { sourceType: 'pipeline' as const, sourceId: 'PL_1', count: 7 },
  ];
  expect(conditionsOf(facts({ imbalances }))).toMatchObject([
    { code: 'LEDGER_IMBALANCE', priority: 'high', sourceType: 'listener', sourceId: 'LI_1', fields: { name: 'Firewalls', count: 3 } },
    { code: 'LEDGER_IMBALANCE', priority: 'high', sourceType: 'pipeline', sourceId: 'PL_1', fields: { name: 'Reduction', count: 7 } },
  ]);
});

test('a trial that stopped the pipelines says when it ended', () => {
  expect(conditionsOf(facts({ trialStopped: Date.UTC(2026, 4, 3) }))).toMatchObject([
    { code: 'TRIAL_STOPPED', priority: 'critical', sourceType: 'unknown', fields: { until: '2026-05-03' } },
  ]);
});

describe('what expires', () => {
  test.each([
    [15, undefined],
    [13, 'medium'],
    [2, 'high'],
    [-1, 'critical'],
  ] as const)('in %i days: %s', (days, priority) => {
    const expiresAt = now + days * dayMs;
    const secrets = [{ id: 'SE_1', name: 'token', expiresAt }];
    const certificates = [{ sourceType: 'listener' as const, sourceId: 'LI_1', name: 'Firewalls', expiresAt }];
    expect(told({ secrets, certificates })).toEqual(
      priority === undefined ? [] : [`SECRET_EXPIRY ${priority} `, `CERTIFICATE_EXPIRY ${priority} LI_1`],
    );
  });
});
