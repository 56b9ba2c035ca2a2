import { dayMs } from '@acequia/base';
import type { Pipeline, Replay, Version } from '@acequia/contract';
import { isPublished } from '@acequia/domain';

/** A time in which a listener may have received what the pipeline never saw; ms since 1970, `to` excluded. */
export interface OfferedTime {
  readonly listenerId: string;
  readonly version: string;
  readonly from: number;
  readonly to: number;
}

/** As long as journals keep events unless an operator says otherwise. */
const keptMs = dayMs;

/** What came before the first version of a pipeline that runs for the first time; undefined where there is nothing to offer. */
export function offeredTime(
  pipeline: Pick<Pipeline, 'id' | 'runningVersion' | 'start' | 'listenerIds'>,
  versions: readonly Version[],
  replays: readonly Replay[],
  nowMs: number,
): OfferedTime | undefined {
  const [listenerId, ...others] = pipeline.listenerIds;
  const first = Math.min(...versions.filter(isPublished).map(({ createdAt }) => createdAt));
  if (listenerId === undefined || others.length > 0 || pipeline.runningVersion === null || pipeline.start !== null) return undefined;
  if (!(first > nowMs - keptMs) || replays.some((replay) => replay.pipeline.id === pipeline.id)) return undefined;
  return { listenerId, version: pipeline.runningVersion, from: first - keptMs, to: first };
}
