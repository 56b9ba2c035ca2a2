import type { ApplyReport, EngineStatus } from '@acequia/engine';
import { describe, expect, test } from 'vitest';
import { branchReports, deploymentReport } from './report-builder.ts';

const branch = { node: 'out', datasinkId: 'DS_1', waitingEvents: 3, waitingBytes: 300, spilledBytes: 0, full: false } as const;
const versions = ['PV_1', 'PV_2'] as const;
const idOf = (versionId: string) => versionId.replace('PV', 'PL');

function status(state: 'running' | 'error'): EngineStatus {
  return {
    deployment: 'h',
    listeners: [],
    pipelines: versions.map((versionId) => ({
      id: idOf(versionId),
      versionId,
      state,
      ...(state === 'error' ? { error: { code: 'LANE_DIED' } } : {}),
      lagBlocks: 0,
      straggler: false,
      branches: [{ ...branch, state: 'open' }],
    })),
    replays: [],
  };
}
const applied = (code?: string): ApplyReport => ({
  hash: 'h',
  listeners: [],
  pipelines: versions.map((versionId) => ({
    id: idOf(versionId),
    versionId,
    ...(code === undefined ? ({ result: 'started' } as const) : ({ result: 'failed', error: { code, node: 'x' } } as const)),
  })),
});
const faults = (report: ApplyReport, now: EngineStatus) =>
  deploymentReport(report, now, new Set(), new Set())!.faults.map(({ kind, id, reason }) => `${kind} ${id} ${reason.code}`);

test.each([
  ["Error: EIO: i/o error, read '/var/lib/acequia/it's/s'", 'Error: EIO: i/o error, read'],
  ["EXDEV: cross-device link not permitted, rename '/srv/a' -> '/mnt/b'", 'EXDEV: cross-device link not permitted, rename'],
  ["unexpected '/a' in a pattern", "unexpected '/a' in a pattern"],
])('a reason does not tell where a file lies on the worker’s machine: %s', (message, told) => {
  const [met] = applied('JOURNAL_FAILED').pipelines;
  const report = { ...applied(), pipelines: [{ ...met!, error: { code: 'JOURNAL_FAILED', message } }] };
  expect(deploymentReport(report, status('running'), new Set(), new Set())!.faults[0]!.reason.fields).toEqual({ message: told });
});

describe('a lane that is down', () => {
  test('is told of every version it runs, not as if all of them went on', () => {
    expect(faults(applied(), status('error'))).toEqual(['pipeline PL_1 LANE_DIED', 'pipeline PL_2 LANE_DIED']);
    for (const told of branchReports(status('error')))
      expect(told).toMatchObject({ state: 'retrying', reason: { code: 'LANE_DIED' }, queuedEvents: 3, queuedBytes: 300 });
  });

  test('and is back is not told as down for ever because it died under a deployment', () => {
    expect(faults(applied('LANE_DIED'), status('error'))).toEqual(['pipeline PL_1 LANE_DIED', 'pipeline PL_2 LANE_DIED']);
    expect(faults(applied('LANE_DIED'), status('running'))).toEqual([]);
    for (const told of branchReports(status('running'))) expect(told).toMatchObject({ state: 'running', reason: null });
  });

  test('does not hide what the deployment met with', () => {
    const met = ['pipeline PL_1 COMPONENT_UNKNOWN', 'pipeline PL_2 COMPONENT_UNKNOWN'];
    for (const state of ['running', 'error'] as const) expect(faults(applied('COMPONENT_UNKNOWN'), status(state))).toEqual(met);
  });
});
