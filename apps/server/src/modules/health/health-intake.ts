import { secondMs, type Clock, type Log } from '@acequia/base';
import type { Report } from '@acequia/contract/fleet';
import type { Deployment } from '@acequia/pipeline';
import type { Database } from '../../db/database.ts';
import { eachTenant } from '../../db/each-tenant.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import { deleteOtherParts, upsertParts } from './health.store.ts';
import { partsOfReport, type ReportedPart } from './parts-of-report.ts';

export interface HealthIntake {
  /** Stores what a report says of the parts a worker runs; of a tenant for which that fails, with the next report. */
  take(workerId: string, tenants: Iterable<string>, deployment: Deployment, report: Report): Promise<void>;
}

interface Written {
  /** Keys with state and why. */
  readonly states: string;
  readonly keys: string;
  readonly sizes: string;
  /** By key of a part, when its last attempt failed and when the next one was to be. */
  readonly attempts: ReadonlyMap<string, { readonly failedAt: number; readonly nextTryAt: number }>;
  readonly atMs: number;
}

/** Sizes alone are written at most this often. */
const sizesEveryMs = 10 * secondMs;

const keyOf = ({ kind, id, pipelineId, node }: ReportedPart): string => [kind, id, pipelineId, node].join(' ');

/** A change of a state is written, and told, at once; a worker that says the same each second costs no statement. */
export function createHealthIntake(database: Database, clock: Clock, log: Log, committed: () => void): HealthIntake {
  const written = new Map<string, Written>();

  /** `starting`: ids of what the worker is about to run and may not tell of yet; what it told of them before its restart stays. */
  const takeOf = async (
    workerId: string,
    tenantId: string,
    parts: readonly ReportedPart[],
    starting: readonly string[],
  ): Promise<boolean> => {
    const key = `${workerId} ${tenantId}`;
    const before = written.get(key);
    const next: Written = {
      keys: [...starting, ...parts.map(keyOf)].join('\n'),
      // What a destination answers may differ each time; that alone is no news.
      states: JSON.stringify(parts.map((part) => [keyOf(part), part.state, part.kind === 'datasink' ? part.reason?.code : part.reason])),
      sizes: JSON.stringify(
        parts.map((part) => [
          part.reason,
          part.waitingEvents,
          part.waitingBytes,
          part.keptBytes,
          part.undeliveredBytes,
          part.oldestAt,
          part.failedAt,
          part.nextTryAt,
          part.refusals,
        ]),
      ),
      attempts: new Map(
        parts.flatMap((part) => {
          const { failedAt, nextTryAt } = part;
          return failedAt && nextTryAt ? [[keyOf(part), { failedAt, nextTryAt }] as const] : [];
        }),
      ),
      atMs: clock.monotonic(),
    };
    // An attempt before its time is one that somebody asked for, and waits to see.
    const asked = [...next.attempts].some(([part, { failedAt }]) => {
      const known = before?.attempts.get(part);
      return known !== undefined && failedAt > known.failedAt && failedAt < known.nextTryAt;
    });
    const news = asked || before?.states !== next.states;
    const grown = before?.sizes !== next.sizes && next.atMs - (before?.atMs ?? -Infinity) >= sizesEveryMs;
    if (!news && !grown) return false;
    const now = clock.now();
    await database.withTenant(tenantId, async (tx) => {
      if (before?.keys !== next.keys) await deleteOtherParts(tx, workerId, parts, starting);
      await upsertParts(tx, { tenantId, workerId, now }, parts);
      if (news) await writeChange({ tx, tenantId, now }, 'health', workerId);
    });
    written.set(key, next);
    return news;
  };
  return {
    take: async (workerId, tenants, deployment, report) => {
      const parts = partsOfReport(deployment, report);
      const starting = report.deployment ? [] : [...deployment.listeners, ...deployment.pipelines].map(({ id }) => id);
      const told: string[] = [];
      const errors = await eachTenant(tenants, async (tenantId) => {
        if (await takeOf(workerId, tenantId, parts.get(tenantId) ?? [], starting)) told.push(tenantId);
      });
      for (const [tenantId, error] of errors)
        log.error(
          { error, tenantId, worker: workerId },
          'the health of what a tenant runs could not be stored; the next report brings it again',
        );
      if (told.length > 0) committed();
    },
  };
}
