import type { Replay, ReplayProgress, ReplayReport } from '@acequia/contract';
import type { NamedReplay } from './replays.store.ts';

/** A worker of the listener's cluster, and what it last said of the replay. */
export interface ReplayPart {
  readonly id: string;
  readonly name: string;
  readonly online: boolean;
  readonly report: ReplayReport | undefined;
}

const noProgress: ReplayProgress = {
  blocks: 0,
  blocksDone: 0,
  missedBlocks: 0,
  eventsPerSecond: 0,
  waitingEvents: 0,
  entered: 0,
  created: 0,
  delivered: 0,
  filtered: 0,
  merged: 0,
  rejected: 0,
  dropped: 0,
  expired: 0,
};

export function presentReplay(named: NamedReplay, parts: readonly ReplayPart[], createdBy: string): Replay {
  const { replay, listenerName, pipelineName, version } = named;
  const reports = parts.flatMap(({ report }) => report ?? []);
  return {
    id: replay.id,
    listener: { id: replay.listenerId, name: listenerName },
    pipeline: { id: replay.pipelineId, name: pipelineName, version },
    from: replay.fromMs,
    to: replay.toMs,
    decode: replay.decode,
    keys: replay.keys,
    eventsPerSecond: replay.eventsPerSecond,
    state: replay.state,
    reason: replay.reason ?? (replay.state === 'running' ? (reports.find(({ reason }) => reason !== null)?.reason ?? null) : null),
    createdAt: replay.createdAt,
    createdBy,
    endedAt: replay.endedAt,
    progress: sumProgress(reports.map(({ progress }) => progress)),
    workers: parts.map(({ id, name, online, report }) => ({
      id,
      name,
      online,
      state: report?.state ?? null,
      blocks: report?.progress.blocks ?? 0,
      blocksDone: report?.progress.blocksDone ?? 0,
    })),
  };
}

const keys = Object.keys(noProgress) as (keyof ReplayProgress)[];

function sumProgress(all: readonly ReplayProgress[]): ReplayProgress {
  return all.reduce(
    (sum, one) => Object.fromEntries(keys.map((key) => [key, sum[key] + one[key]])) as unknown as ReplayProgress,
    noProgress,
  );
}
