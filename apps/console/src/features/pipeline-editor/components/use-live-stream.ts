import type { DocumentVersion, LiveFrame, Version } from '@acequia/contract';
import { useEffect, useState } from 'react';
import { useOperation, useStream } from '#lib/operations/index.ts';
import type { LiveStore } from '../model/live-store.ts';
import { createPace } from '../model/pace.ts';

/** A person does not read faster; ten frames a second at most are drawn. */
const gapMs = 100;

const later = (run: () => void, waitMs: number) => {
  const timer = setTimeout(run, waitMs);
  return () => clearTimeout(timer);
};

/** Says of which version the numbers are, once its steps and links are known. */
export function useRunningVersion(pipelineId: string, live: LiveStore, running: Version | undefined, loaded: DocumentVersion): void {
  const own = running !== undefined && loaded.version === running.version;
  const read = useOperation(
    'pipelines:getVersion',
    { id: pipelineId, version: running?.version ?? '' },
    { enabled: running !== undefined && !own },
  );
  const version = running?.version;
  const document = own ? loaded.document : read.data?.document;
  useEffect(() => live.run(version !== undefined && document ? { version, document } : undefined), [live, version, document]);
}

/** Feeds the numbers of a pipeline while it runs, and takes them away when they are no longer live. */
export function useLiveStream(pipelineId: string, live: LiveStore, running: boolean): void {
  const [pace] = useState(() => createPace<LiveFrame>(live.receive, gapMs, () => performance.now(), later));
  const stream = useStream('metrics:watchLive', { pipelineId }, pace.push, { enabled: running });
  useEffect(() => {
    if (stream.state === 'live' && running) return;
    pace.stop();
    live.clear();
  }, [stream.state, running, live, pace]);
  useEffect(() => pace.stop, [pace]);
}
