import type { Clock } from '@acequia/base';
import type { LiveFrame, Sample } from '@acequia/contract';
import type { Report } from '@acequia/contract/fleet';
import { workerSilenceMs } from '@acequia/domain';
import type { Deployment } from '@acequia/pipeline';
import type { Connections, WorkerConnection } from './connections.ts';
import { liveFrame, type LiveSource } from './live-frames.ts';
import { smoothed, windowMs, withReport, type LiveWindow } from './live-window.ts';
import { createMailbox } from './mailbox.ts';
import { newestSamples } from './newest-samples.ts';

/** Passes live counters and samples from workers to whoever watches; nothing is kept, and workers send only while someone does. */
export interface LiveHub {
  watchLive(tenantId: string, pipelineId: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<LiveFrame>;
  /** The caller has checked that the pipeline is the tenant's. */
  watchSamples(pipelineId: string, node: string, signal: AbortSignal | undefined): AsyncGenerator<{ samples: Sample[] }>;
  /** Whether a connected worker runs the pipeline. */
  runs(pipelineId: string): boolean;
  take(connection: WorkerConnection, deployment: Deployment, report: Report): void;
  forget(connection: WorkerConnection): void;
  /** It was revoked: nobody waits for its reports, and its numbers are missing at once. */
  dismiss(workerId: string): void;
}

interface LiveWatcher {
  readonly tenantId: string;
  readonly pipelineId: string | undefined;
  readonly post: (frame: LiveFrame) => void;
  lastMs: number;
}

interface SamplesWatcher {
  readonly pipelineId: string;
  readonly node: string;
  readonly post: (message: { samples: Sample[] }) => void;
  seen: Set<string>;
}

/** A worker's last report, and whose parts it runs. */
interface Heard {
  readonly tenantIds: ReadonlySet<string>;
  readonly atMs: number;
  /** The same by a clock that is not set back. */
  readonly monotonicMs: number;
}

/** By then a worker that is gone is offline, on every page. */
const rememberedMs = 2 * workerSilenceMs;
/** A worker's counters older than this are not shown. */
const freshMs = 5000;
const framePauseMs = 400;
/** Of each direction, in a message. */
const samplesPerMessage = 5;
const firstSamples = 50;

export function createLiveHub(connections: Connections, clock: Clock): LiveHub {
  const sources = new Map<string, LiveSource & { readonly atMs: number }>();
  /** By worker, also while it is away: what it catches up with after a restart counts in the same mean. */
  const windows = new Map<string, LiveWindow>();
  /** By worker, also what is gone since: that others still report is no word on its parts. */
  const heard = new Map<string, Heard>();
  const pipelinesOf = new Map<string, ReadonlySet<string>>();
  const live = new Set<LiveWatcher>();
  const samples = new Set<SamplesWatcher>();
  const watching = (pipelineId: string, node: string) => [...samples].some((each) => each.pipelineId === pipelineId && each.node === node);
  const tellAll = (message: Parameters<WorkerConnection['send']>[0]) => connections.all().forEach((connection) => connection.send(message));

  const hear = ({ workerId }: WorkerConnection, { listeners, pipelines }: Deployment, monotonicMs: number) => {
    const tenantIds = new Set([...listeners, ...pipelines].map(({ tenantId }) => tenantId));
    heard.set(workerId, { tenantIds, atMs: clock.now(), monotonicMs });
    for (const [id, word] of heard)
      if (monotonicMs - word.monotonicMs > rememberedMs && connections.find(id) === undefined) heard.delete(id);
  };
  const oldestReport = (tenantId: string): number | null => {
    const own = [...heard.values()].filter(({ tenantIds }) => tenantIds.has(tenantId));
    return own.length === 0 ? null : Math.min(...own.map(({ atMs }) => atMs));
  };

  /** To those who watch; `pauseMs` after their last one at the earliest. */
  const postFrames = (nowMs: number, pauseMs: number, isFor: (tenantId: string) => boolean) => {
    const fresh = [...sources].filter(([, source]) => nowMs - source.atMs <= freshMs);
    for (const watcher of live) {
      const { tenantId, pipelineId } = watcher;
      if (nowMs - watcher.lastMs < pauseMs || !isFor(tenantId)) continue;
      watcher.lastMs = nowMs;
      const workers = fresh.filter(([id]) => heard.get(id)?.tenantIds.has(tenantId)).map(([id]) => id);
      const told = { atMs: clock.now(), oldestReportMs: oldestReport(tenantId), workers };
      watcher.post(
        liveFrame(
          fresh.map(([, source]) => source),
          tenantId,
          pipelineId,
          told,
        ),
      );
    }
  };

  connections.onAdd((connection) => {
    if (live.size > 0) connection.send({ type: 'watch-live', on: true });
    for (const { pipelineId, node } of samples) connection.send({ type: 'watch-samples', pipelineId, node, on: true });
  });

  return {
    watchLive: async function* (tenantId, pipelineId, signal) {
      const mailbox = createMailbox<LiveFrame>(2);
      const watcher: LiveWatcher = { tenantId, pipelineId, post: mailbox.post, lastMs: -Infinity };
      live.add(watcher);
      if (live.size === 1) tellAll({ type: 'watch-live', on: true });
      try {
        yield* mailbox.read(signal);
      } finally {
        live.delete(watcher);
        if (live.size === 0) tellAll({ type: 'watch-live', on: false });
      }
    },
    watchSamples: async function* (pipelineId, node, signal) {
      const mailbox = createMailbox<{ samples: Sample[] }>(4);
      const first = !watching(pipelineId, node);
      const watcher: SamplesWatcher = { pipelineId, node, post: mailbox.post, seen: new Set() };
      samples.add(watcher);
      if (!first) tellAll({ type: 'watch-samples', pipelineId, node, on: false });
      tellAll({ type: 'watch-samples', pipelineId, node, on: true });
      try {
        yield* mailbox.read(signal);
      } finally {
        samples.delete(watcher);
        if (!watching(pipelineId, node)) tellAll({ type: 'watch-samples', pipelineId, node, on: false });
      }
    },
    runs: (pipelineId) => connections.all().some((connection) => pipelinesOf.get(connection.workerId)?.has(pipelineId)),
    take: (connection, deployment, report) => {
      const nowMs = clock.monotonic();
      hear(connection, deployment, nowMs);
      pipelinesOf.set(connection.workerId, new Set(deployment.pipelines.map((pipeline) => pipeline.id)));
      // What it runs may not count yet after its start: nothing is not what it does.
      if (report.live && report.deployment !== null) {
        const window = withReport(windows.get(connection.workerId), report.live, nowMs);
        windows.set(connection.workerId, window);
        sources.set(connection.workerId, { live: smoothed(window), branches: report.branches, deployment, atMs: nowMs });
        postFrames(nowMs, framePauseMs, () => true);
      }
      for (const { pipelineId, node, samples: taken } of report.samples) {
        for (const watcher of samples) if (watcher.pipelineId === pipelineId && watcher.node === node) postNew(watcher, taken);
      }
    },
    forget: (connection) => {
      if (connections.find(connection.workerId) !== undefined) return;
      sources.delete(connection.workerId);
      const since = clock.monotonic() - windowMs;
      for (const [workerId, { reports }] of windows)
        if (!sources.has(workerId) && (reports.at(-1)?.atMs ?? since) <= since) windows.delete(workerId);
      pipelinesOf.delete(connection.workerId);
      // Its numbers are missing at once, not when another worker reports.
      postFrames(clock.monotonic(), 0, (tenantId) => heard.get(connection.workerId)?.tenantIds.has(tenantId) === true);
    },
    dismiss: (workerId) => {
      const tenantIds = heard.get(workerId)?.tenantIds;
      heard.delete(workerId);
      sources.delete(workerId);
      postFrames(clock.monotonic(), 0, (tenantId) => tenantIds?.has(tenantId) === true);
    },
  };
}

/** A worker repeats its ring of recent samples; only those a watcher has not had are passed on. */
function postNew(watcher: SamplesWatcher, taken: readonly Sample[]): void {
  const keyOf = (sample: Sample) => `${sample.id}\n${sample.direction}\n${sample.port}`;
  const unseen = taken.filter((sample) => !watcher.seen.has(keyOf(sample)));
  const fresh = newestSamples(unseen, watcher.seen.size === 0 ? firstSamples : samplesPerMessage);
  watcher.seen = new Set(taken.map(keyOf));
  if (fresh.length > 0) watcher.post({ samples: fresh });
}
