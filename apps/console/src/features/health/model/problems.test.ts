import type { Alert, Cluster, HealthPart } from '@acequia/contract';
import { describe, expect, test } from 'vitest';
import { fakeAlert, fakePart } from '#lib/operations/testing/fake-things.ts';
import { flowRows } from './flow-rows.ts';
import { problemsOf } from './problems.ts';

const part = (some: Partial<HealthPart>) => fakePart({ workerId: 'a', since: 5, ...some });
type Worker = Cluster['workers'][number];
const cluster = (...workers: Partial<Worker>[]): Cluster => ({
  id: 'CL_1',
  name: 'first',
  host: 'h',
  portRange: { from: 1, to: 2 },
  fileRoots: [],
  workers: workers.map((some) => ({
    id: 'a',
    name: 'a',
    version: '1',
    status: 'online',
    readRoots: null,
    lastSeenAt: 1,
    deployment: null,
    memoryBytes: 1,
    cpuFraction: 0,
    journalBytes: 0,
    ...some,
  })),
});
const told = (parts: readonly HealthPart[], ...workers: Partial<Worker>[]) =>
  problemsOf({ parts, clusters: [cluster(...(workers.length > 0 ? workers : [{}]))], rows: [] }).map(({ key }) => key);

describe('problems', () => {
  test('a listener that lost the rest of a file, as alerts have it; not one that has no file yet', () => {
    const listening = (code: string) => part({ kind: 'listener', id: 'LI_1', reason: { code, fields: {} } });
    expect(problemsOf({ parts: [listening('FILE_REST_LOST')], clusters: [cluster({})], rows: [] })).toMatchObject([
      { code: 'LISTENER_INCOMPLETE', kind: 'listener', id: 'LI_1', severe: false },
    ]);
    expect(told([listening('FILE_NONE')])).toEqual([]);
    expect(told([listening('CREDENTIALS_REFUSED')])).toEqual([]);
  });

  test('none where everything runs or empties itself', () => {
    expect(told([part({}), part({ node: 'old', state: 'draining' })])).toEqual([]);
  });

  test('a data sink that two pipelines on two workers cannot deliver to is one problem, with all that waits and since the first', () => {
    const parts = [
      part({ state: 'retrying', waitingEvents: 3, since: 9 }),
      part({ workerId: 'b', pipelineId: 'PL_2', state: 'retrying', waitingEvents: 4, since: 7 }),
    ];
    const clusters = [cluster({}, { id: 'b' })];
    const rows = flowRows(parts, new Set(['a', 'b']), undefined, ({ id }) => id);
    expect(problemsOf({ parts, clusters, rows })).toMatchObject([
      { code: 'DESTINATION_DOWN', kind: 'datasink', waiting: 7, since: 7, severe: true, pipelineId: '', node: '', places: 2 },
    ]);
    expect(problemsOf({ parts: parts.slice(0, 1), clusters, rows })).toMatchObject([{ pipelineId: 'PL_1', node: 'out' }]);
  });

  test('a pipeline that waits is not told beside the data sink it waits for', () => {
    expect(told([part({ kind: 'pipeline', id: 'PL_1', state: 'waiting' }), part({ state: 'waiting' })])).toEqual(['DESTINATION_DOWN DS_1']);
  });

  test('a worker that is not heard of speaks for its parts', () => {
    expect(told([part({ state: 'retrying' })], { status: 'unknown' })).toEqual(['WORKER_SILENT a']);
  });

  test('a revoked worker is no problem', () => {
    expect(told([], { status: 'revoked' })).toEqual([]);
  });

  test('full journals and disks; a worker that does not tell of its disk has room', () => {
    const full = part({ kind: 'listener', id: 'LI_1', limitBytes: 100, undeliveredBytes: 85 });
    expect(told([full], { diskFreeBytes: 5, diskBytes: 100 })).toEqual(['DISK_LOW a', 'JOURNAL_NEAR_LIMIT LI_1']);
    expect(told([], {})).toEqual([]);
  });

  test('what does not work comes before a lookup that a worker lacks, which tries again by itself', () => {
    const parts = [part({ kind: 'lookup', id: 'LK_1', state: 'error', since: 1 }), part({ state: 'waiting', since: 9 })];
    expect(told(parts)).toEqual(['DESTINATION_DOWN DS_1', 'LOOKUP_NOT_IN_FORCE LK_1']);
  });

  test('a lane that is down stands once, with its pipeline', () => {
    const reason = { code: 'LANE_DIED', fields: {} };
    expect(told([part({ kind: 'pipeline', id: 'PL_1', state: 'error', reason }), part({ state: 'retrying', reason })])).toEqual([
      'PIPELINE_REFUSED PL_1',
    ]);
  });

  describe('what only an alert tells', () => {
    const alert = (code: Alert['message']['code'], some: Partial<Alert> = {}) =>
      fakeAlert({
        id: code,
        message: { code, fields: { name: 'Firewalls', count: 30, address: '127.0.0.1' } },
        priority: 'medium',
        source: { type: 'listener', id: 'LI_1' },
        location: '/listeners/LI_1',
        cluster: null,
        worker: null,
        timestamp: 7,
        lastSeenAt: 7,
        ...some,
      });
    const also = (alerts: readonly Alert[], parts: readonly HealthPart[] = []) =>
      problemsOf({ parts, clusters: [cluster({})], rows: [], alerts });

    test('is a problem too, with the way to its cause: refused senders, events that cannot be decoded, a full disk', () => {
      const full = alert('JOURNAL_FULL', { priority: 'critical', source: { type: 'unknown', id: '' }, worker: { id: 'a', name: 'a' } });
      expect(also([alert('SENDERS_REFUSED'), alert('DECODE_FAILURES'), full])).toMatchObject([
        { code: 'JOURNAL_FULL', kind: 'worker', severe: true },
        { code: 'DECODE_FAILURES', kind: 'listener', severe: false, since: 7 },
        { code: 'SENDERS_REFUSED', location: '/listeners/LI_1', fields: { count: 30 } },
      ]);
    });

    test('nothing that the parts or the workers tell stands twice', () => {
      const parts = [part({ state: 'waiting' })];
      const known = ['DESTINATION_DOWN', 'LISTENER_FAILED', 'LISTENER_INCOMPLETE', 'PIPELINE_REFUSED', 'LOOKUP_NOT_IN_FORCE'] as const;
      const more = ['JOURNAL_NEAR_LIMIT', 'WORKER_SILENT', 'DISK_LOW'] as const;
      const alerts = [...known, ...more].map((code) => alert(code));
      const clusters = [cluster({ diskFreeBytes: 50, diskBytes: 100 })];
      expect(problemsOf({ parts, clusters, rows: [], alerts }).map(({ key }) => key)).toEqual(['DESTINATION_DOWN DS_1']);
    });

    test('a disk that the organization does not see is full by its alert alone', () => {
      const low = alert('DISK_LOW', { priority: 'critical', source: { type: 'unknown', id: '' }, worker: { id: 'a', name: 'a' } });
      expect(also([low])).toMatchObject([{ code: 'DISK_LOW', kind: 'worker', severe: true }]);
    });
  });
});
