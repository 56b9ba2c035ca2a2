import { isHeard, watchLimits } from '@acequia/domain';
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
  /** When a start of it that was not the latest was last heard of. */
  readonly copiedAt: number | null;
  /** When it, or a lane of it, last ended for want of memory. */
  readonly memoryEnd: { readonly how: string; readonly at: number } | undefined;
}

export const isSilent = ({ seenAt }: WorkerFacts, now: number): boolean => !isHeard(seenAt, now);

/** What is wrong with a worker. Of one that is not heard of, nothing that it last said: that is old. */
export function workerConditions(worker: WorkerFacts, now: number): Condition[] {
  const isRecent = (at: number): boolean => now - at <= watchLimits.recentMs;
  const copied = worker.copiedAt !== null && isRecent(worker.copiedAt) ? [onWorker('WORKER_COPIED', worker)] : [];
  if (isSilent(worker, now)) return [onWorker('WORKER_SILENT', worker), ...copied];
  const { diskFree, writeFault, memoryEnd } = worker;
  return [
    ...copied,
    ...(diskFree !== undefined && diskFree < watchLimits.diskFree ? [onWorker('DISK_LOW', worker, { percent: percentOf(diskFree) })] : []),
    ...(writeFault && (writeFault.lasts || now - writeFault.at <= (writeFault.kind === 'full' ? watchLimits.fullMs : watchLimits.recentMs))
      ? [onWorker(codeOfWrites(writeFault), worker, { error: writeFault.code })]
      : []),
    ...(memoryEnd && isRecent(memoryEnd.at)
      ? [{ ...onWorker('WORKER_RESTARTED', worker, { cause: 'memory', how: memoryEnd.how }), priority: 'high' as const }]
      : []),
  ];
}

function codeOfWrites({ kind, code }: NonNullable<WorkerFacts['writeFault']>): AlertCode {
  if (code === 'EMFILE' || code === 'ENFILE') return 'WORKER_FILES';
  return kind === 'full' ? 'JOURNAL_FULL' : 'JOURNAL_FAILED';
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
