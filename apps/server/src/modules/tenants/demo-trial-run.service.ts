import { isAppError, secondMs, type Clock, type Log } from '@acequia/base';
import type { Database, TenantTx } from '../../db/database.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import type { ShadowRunsService } from '../shadow-runs/shadow-runs.service.ts';
import type { ShadowWatch } from '../shadow-runs/shadow-watch.ts';
import { triedTag } from './demo-content.ts';

export interface DemoTrialRunDeps {
  readonly database: Database;
  readonly pipelines: Pick<PipelinesService, 'list' | 'getVersion'>;
  readonly shadowRuns: Pick<ShadowRunsService, 'prepare' | 'begin'>;
  readonly shadowWatch: Pick<ShadowWatch, 'begin' | 'follow'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly committed: () => void;
}

export interface DemoTrialRun {
  /** Tries the draft of a new demo on its first events, once there are some. */
  begin(tenantId: string, userId: string): void;
  close(): void;
}

const everyMs = 20 * secondMs;
/** A worker that is not there by then is not waited for. */
const triesMax = 15;
/** Of events. */
const minutes = 1;

export function createDemoTrialRun({
  database,
  pipelines,
  shadowRuns,
  shadowWatch,
  clock,
  log,
  committed,
}: DemoTrialRunDeps): DemoTrialRun {
  const closed = new AbortController();
  /** Whether there is nothing more to try. */
  const attempt = async (tenantId: string, userId: string): Promise<boolean> => {
    const scopeOf = (tx: TenantTx) => ({ tenantId, userId, tx, now: clock.now(), subject: () => undefined });
    const prepared = await database.withTenant(tenantId, async (tx) => {
      const scope = scopeOf(tx);
      const pipeline = (await pipelines.list(scope)).find(({ tags }) => tags.includes(triedTag));
      if (!pipeline) return undefined;
      const { revision } = await pipelines.getVersion(scope, pipeline.id, 'Main');
      return shadowRuns.prepare(scope, { pipelineId: pipeline.id, revision, minutes });
    });
    if (!prepared) return true;
    const workerId = await shadowWatch.begin(prepared);
    await database.withTenant(tenantId, (tx) => shadowRuns.begin(scopeOf(tx), prepared.row));
    committed();
    shadowWatch.follow(prepared.row, workerId);
    return true;
  };
  const work = async (tenantId: string, userId: string): Promise<void> => {
    for (let tries = 0; tries < triesMax; tries += 1) {
      await clock.sleep(everyMs, closed.signal);
      const done = await attempt(tenantId, userId).catch((error: unknown) => {
        if (!isAppError(error)) throw error;
        return false;
      });
      if (done) return;
    }
  };
  return {
    begin: (tenantId, userId) => {
      work(tenantId, userId).catch((error: unknown) => {
        if (!closed.signal.aborted) log.warn({ error, tenantId }, 'the draft of the demo could not be tried');
      });
    },
    close: () => closed.abort(),
  };
}
