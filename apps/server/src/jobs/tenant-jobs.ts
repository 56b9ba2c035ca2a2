import { isAppError, secondMs, type Clock, type Log } from '@acequia/base';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { databaseOutage } from '../db/unavailable.ts';
import { heartbeatSeconds } from '../db/job-store.ts';

export interface TenantJob {
  readonly tenantId: string;
  /** What the job is about, within its tenant and queue. */
  readonly key: string;
  /** From 1. */
  readonly attempt: number;
  /** No attempt follows when this one fails. */
  readonly last: boolean;
}

/** A kind of work that is done tenant by tenant. */
export interface TenantQueue {
  readonly name: string;
  /** Jobs in hand on this server. */
  readonly atOnce: number;
  /** Jobs of one tenant in hand, on all servers together. */
  readonly tenantAtOnce: number;
  /** After so long an attempt is aborted and has failed; its claim lasts longer. */
  readonly timeLimitMs: number;
  /** With, a key has one job, tried again until it succeeds or the attempts end. Without, a job that fails is over, and one more may wait while one is in hand. */
  readonly retry?: { readonly attemptsMax: number; readonly firstMs: number; readonly longestMs: number };
  run(job: TenantJob, signal: AbortSignal): Promise<void>;
}

export interface TenantJobs {
  /**
   * Adds a job unless its key has one already (without retries: one that waits). With `slotMs` one key gets at most one
   * job in each such time, however many servers add it.
   */
  add(queue: string, jobs: readonly Pick<TenantJob, 'tenantId' | 'key'>[], slotMs?: number): Promise<void>;
  /** Claims nothing more, aborts what is in hand and waits for it, but no longer than the bound. What did not end is done again. */
  stop(): Promise<void>;
}

export interface TenantJobsDeps {
  readonly boss: PgBoss;
  readonly queues: readonly TenantQueue[];
  readonly clock: Clock;
  readonly log: Log;
}

/** How often a queue is looked at beside the jobs that this server adds: for retries, and for what other servers added. */
const pollMs = 5 * secondMs;
/** From the end of a time limit to the end of the claim. */
const claimExtraMs = 30 * secondMs;
const stopMaxMs = 10 * secondMs;

interface Data {
  readonly tenantId: string;
  readonly key: string;
}

/**
 * Works through queues of jobs that each belong to a tenant. What is claimed is bounded for each tenant and for each server, so a tenant
 * with many, slow or failing jobs keeps no other one waiting. Servers on one database share the work; no job is in two hands.
 */
export async function startTenantJobs({ boss, queues, clock, log }: TenantJobsDeps): Promise<TenantJobs> {
  for (const queue of queues) await ensureQueue(boss, queue);
  const lanes = new Map(queues.map((queue) => [queue.name, startLane(boss, queue, clock, log)]));
  return {
    add: async (name, jobs, slotMs) => {
      if (jobs.length === 0) return;
      await boss.insert(
        name,
        jobs.map(({ tenantId, key }) => ({
          data: { tenantId, key } satisfies Data,
          singletonKey: `${tenantId} ${key}`,
          group: { id: tenantId },
          ...(slotMs === undefined ? {} : { singletonSeconds: slotMs / secondMs }),
        })),
      );
      lanes.get(name)!.look();
    },
    stop: async () => {
      const ended = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      const bound = Promise.withResolvers<void>();
      const cancel = clock.after(stopMaxMs, bound.resolve);
      await Promise.race([ended, bound.promise]);
      cancel();
      await boss.stop({ close: false, graceful: false });
    },
  };
}

async function ensureQueue(boss: PgBoss, { name, timeLimitMs, retry }: TenantQueue): Promise<void> {
  const settings = {
    expireInSeconds: Math.ceil((timeLimitMs + claimExtraMs) / secondMs),
    heartbeatSeconds,
    retryLimit: retry ? retry.attemptsMax - 1 : 0,
    ...(retry
      ? { retryBackoff: true, retryDelay: Math.ceil(retry.firstMs / secondMs), retryDelayMax: Math.ceil(retry.longestMs / secondMs) }
      : {}),
    deleteAfterSeconds: 60,
  };
  await boss.createQueue(name, { policy: retry ? 'exclusive' : 'stately', ...settings });
  await boss.updateQueue(name, settings);
}

interface Lane {
  look(): void;
  stop(): Promise<void>;
}

function startLane(boss: PgBoss, queue: TenantQueue, clock: Clock, log: Log): Lane {
  const inHand = new Set<Promise<void>>();
  const stopping = new AbortController();
  const failures = createFailureLog(queue.name, log);
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelPoll: () => void = () => undefined;

  const claim = async (): Promise<void> => {
    do {
      lookAgain = false;
      const free = queue.atOnce - inHand.size;
      if (free <= 0 || stopping.signal.aborted) return;
      const jobs = await boss.fetch<Data>(queue.name, {
        batchSize: free,
        includeMetadata: true,
        groupConcurrency: queue.tenantAtOnce,
      });
      for (const job of jobs) {
        const work: Promise<void> = attempt(job).finally(() => {
          inHand.delete(work);
          look();
        });
        inHand.add(work);
      }
      // Jobs of a tenant that is at its limit may have stood before those of others.
      lookAgain ||= jobs.length > 0;
    } while (lookAgain);
  };

  const look = (): void => {
    lookAgain = true;
    if (stopping.signal.aborted) return;
    looking ??= claim()
      .catch((error: unknown) => failures.note('', error))
      .finally(() => {
        looking = undefined;
        if (lookAgain && inHand.size < queue.atOnce && !stopping.signal.aborted && !failures.failing('')) look();
      });
  };

  const attempt = async (claimed: JobWithMetadata<Data>): Promise<void> => {
    const { tenantId, key } = claimed.data;
    const subject = `${tenantId} ${key}`;
    const limit = new AbortController();
    const cancelLimit = clock.after(queue.timeLimitMs, () => limit.abort(new Error('the time limit of the job has passed')));
    const signal = AbortSignal.any([limit.signal, stopping.signal]);
    const job: TenantJob = {
      tenantId,
      key,
      attempt: claimed.retryCount + 1,
      last: claimed.retryCount >= claimed.retryLimit,
    };
    const stopBeating = keepClaim(claimed);
    try {
      const over = Promise.withResolvers<never>();
      over.promise.catch(() => undefined);
      limit.signal.addEventListener('abort', () => over.reject(limit.signal.reason as Error), { once: true });
      await Promise.race([queue.run(job, signal), over.promise]);
      await boss.complete(queue.name, claimed);
      failures.clear(subject);
    } catch (error) {
      if (!stopping.signal.aborted) failures.note(subject, error, { tenantId, key, attempt: job.attempt });
      await boss.fail(queue.name, claimed).catch((failed: unknown) => failures.note('', failed));
    } finally {
      cancelLimit();
      stopBeating();
    }
  };

  /** Tells the other servers that this one still works on it. */
  const keepClaim = (claimed: JobWithMetadata<Data>): (() => void) => {
    let cancel: () => void;
    const beat = () => {
      cancel = clock.after((heartbeatSeconds * secondMs) / 3, () => {
        boss.touch(queue.name, claimed).catch((error: unknown) => failures.note('', error));
        beat();
      });
    };
    beat();
    return () => cancel();
  };

  const poll = (): void => {
    cancelPoll = clock.after(pollMs, () => {
      failures.clear('');
      look();
      poll();
    });
  };
  look();
  poll();
  return {
    look,
    stop: async () => {
      stopping.abort(new Error('the server stops'));
      cancelPoll();
      await looking;
      await Promise.all(inHand);
    },
  };
}

/** Logs the first failure of a subject with its cause, and then after twice as many each time; an outage of the database is logged elsewhere. */
function createFailureLog(queue: string, log: Log) {
  const counts = new Map<string, number>();
  return {
    failing: (subject: string): boolean => counts.has(subject),
    note: (subject: string, error: unknown, facts: Readonly<Record<string, unknown>> = {}): void => {
      const count = (counts.get(subject) ?? 0) + 1;
      counts.set(subject, count);
      if (databaseOutage(error) === undefined && Number.isInteger(Math.log2(count)))
        log[isAppError(error) ? 'warn' : 'error']({ error, queue, ...facts, failures: count }, 'a job failed');
    },
    clear: (subject: string): void => void counts.delete(subject),
  };
}
