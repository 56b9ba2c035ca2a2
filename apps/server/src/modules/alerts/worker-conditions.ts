import { watchLimits, workerSilenceMs } from '@acequia/domain';
import type { AlertCode } from '@acequia/contract';
import { percentOf, unplaced, type Condition } from './condition.ts';

/** A worker that has reported. Times are ms since 1970. */
export interface WorkerFacts {
  readonly id: string;
  readonly name: string;
  readonly clusterId: string;
  readonly seenAt: number;
  /** Free part of its disk; undefined when it does not tell. */
  readonly diskFree: number | undefined;
  /** The newest time that its disk refused a write to the journal; `lasts`: nothing has been written since. */
  readonly writeFault:
    | { readonly kind: 'full' | 'failed'; readonly code: string; readonly at: number; readonly lasts: boolean }
    | undefined;
  /** When it, or a lane of it, last ended for want of memory. */
  readonly memoryEnd: { readonly how: string; readonly at: number } | undefined;
}

export const isSilent = ({ seenAt }: WorkerFacts, now: number): boolean => now - seenAt > workerSilenceMs;

/** What is wrong with a worker. Of one that is not heard of, that alone: what it last said is old. */
export function workerConditions(worker: WorkerFacts, now: number): Condition[] {
  if (isSilent(worker, now)) return [onWorker('WORKER_SILENT', worker)];
  const { diskFree, writeFault, memoryEnd } = worker;
  const isRecent = (at: number): boolean => now - at <= watchLimits.recentMs;
  return [
    ...(diskFree !== undefined && diskFree < watchLimits.diskFree ? [onWorker('DISK_LOW', worker, { percent: percentOf(diskFree) })] : []),
    ...(writeFault && (writeFault.lasts || isRecent(writeFault.at))
      ? [onWorker(writeFault.kind === 'full' ? 'JOURNAL_FULL' : 'JOURNAL_FAILED', worker, { error: writeFault.code })]
      : []),
    ...(memoryEnd && isRecent(memoryEnd.at)
      ? [{ ...onWorker('WORKER_RESTARTED', worker, { cause: 'memory', how: memoryEnd.how }), priority: 'high' as const }]
      : []),
  ];
}

const onWorker = (code: AlertCode, { id, name, clusterId }: WorkerFacts, fields: Condition['fields'] = {}): Condition => ({
  ...unplaced,
  code,
  topic: `${code} ${id}`,
  priority: 'critical',
  clusterId,
  workerId: id,
  fields: { name, ...fields },
});
