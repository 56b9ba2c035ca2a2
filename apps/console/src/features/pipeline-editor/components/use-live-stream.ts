import type { LiveFrame } from '@acequia/contract';
import { useEffect, useState } from 'react';
import { useStream } from '#lib/operations/index.ts';
import type { LiveStore } from '../model/live-store.ts';
import { createPace } from '../model/pace.ts';

/** A person does not read faster; ten frames a second at most are drawn. */
const gapMs = 100;

const later = (run: () => void, waitMs: number) => {
  const timer = setTimeout(run, waitMs);
  return () => clearTimeout(timer);
};

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
