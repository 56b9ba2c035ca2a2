import { AppError, minuteMs, secondMs, type Clock, type Log } from '@acequia/base';
import type { ShadowAnswer } from '@acequia/contract/fleet';
import { sealText } from '@acequia/contract/fleet-crypto';
import type { Database } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TraceDesks } from '../../fleet/trace-desks.ts';
import type { PreparedShadow } from './shadow-runs.service.ts';
import { updateShadow } from './shadow-runs.store.ts';

export interface ShadowWatchDeps {
  readonly database: Database;
  readonly desks: TraceDesks;
  readonly clock: Clock;
  readonly log: Log;
  /** A transaction of this process wrote changes. */
  readonly committed: () => void;
}

export interface FollowedRun {
  readonly id: string;
  readonly tenantId: string;
}

type Said = Omit<ShadowAnswer, 'did'>;

export interface ShadowWatch {
  /** Has the first worker of the cluster that can begin it; its id. ACQ-WORKER-AWAY when none does, ACQ-BUSY when it has enough to do. */
  begin(prepared: PreparedShadow): Promise<string>;
  /** Follows a run to its end and stores how far it is and what came of it. */
  follow(run: FollowedRun, workerId: string): void;
  close(): void;
}

const lookEveryMs = secondMs;
/** Longer than a run may take: one whose worker keeps silent is given up. */
const followMsMax = 5 * minuteMs;

export function createShadowWatch({ database, desks, clock, log, committed }: ShadowWatchDeps): ShadowWatch {
  const closed = new AbortController();
  const store = async (tenantId: string, id: string, { state, progress, reason, result }: Said) => {
    const kept = await database.withTenant(tenantId, async (tx) => {
      const now = clock.now();
      const endedAt = state === 'running' ? null : now;
      const changed = await updateShadow(tx, id, { state, progress, reason, result, heardAt: now, endedAt });
      if (changed) await writeChange({ tx, tenantId, now }, 'shadow-run', id);
      return changed;
    });
    committed();
    return kept;
  };
  const follow = async ({ id, tenantId }: FollowedRun, workerId: string) => {
    const until = clock.monotonic() + followMsMax;
    let said: Said = { state: 'running', progress: { blocks: 0, blocksDone: 0, events: 0 }, reason: null, result: null };
    let stop = false;
    while (said.state === 'running' && !closed.signal.aborted) {
      await clock.sleep(lookEveryMs, closed.signal).catch(() => undefined);
      const answer = await desks.ask(workerId, tenantId, { do: 'look-shadow', id, stop });
      if (answer?.did === 'shadow') said = answer;
      else if (answer?.did === 'absent' || clock.monotonic() > until)
        said = { ...said, state: 'failed', reason: { code: 'SHADOW_LOST', fields: {} } };
      else continue;
      stop = (await store(tenantId, id, said))?.stopping ?? false;
    }
  };
  return {
    begin: async ({ row, question, secrets }) => {
      let busy = false;
      for (const workerId of desks.workersOf(row.clusterId)) {
        desks.lent.lend(workerId, question.lookups ?? []);
        const answer = await desks.ask(workerId, row.tenantId, ({ sealingKey }) => ({
          ...question,
          secrets: Object.keys(secrets).length === 0 ? null : sealText(JSON.stringify(secrets), sealingKey),
        }));
        if (answer?.did === 'shadow') return workerId;
        busy ||= answer?.did === 'busy';
      }
      throw busy ? new AppError('ACQ-BUSY') : new AppError('ACQ-WORKER-AWAY', { fields: { clusterId: row.clusterId } });
    },
    follow: (run, workerId) => {
      follow(run, workerId).catch((error: unknown) => {
        if (!closed.signal.aborted) log.error({ error, shadow: run.id }, 'a shadow run could not be followed');
      });
    },
    close: () => closed.abort(),
  };
}
