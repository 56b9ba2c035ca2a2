import { isAppError } from '@acequia/base';
import type { OperationMeta, ShadowRun } from '@acequia/contract';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant, recordRefusal, sessionOf, type Call } from '../../http/transact.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { mayReadContent } from '../activity/content-reads.service.ts';
import { withoutDifferences } from './shadow-runs.present.ts';
import type { ShadowRunsService } from './shadow-runs.service.ts';
import type { ShadowWatch } from './shadow-watch.ts';

interface NewShadow {
  readonly pipelineId: string;
  readonly revision: number;
  readonly minutes: number;
}

/** The differing events are shown to who may read them. */
async function shown(context: RequestContext, run: ShadowRun): Promise<ShadowRun> {
  if (!run.result || run.result.differences.length === 0) return run;
  if (!mayReadContent(sessionOf(context))) return withoutDifferences(run);
  await context.contentReads.note(context, [run.pipelineId]);
  return run;
}

export const shadowRunsOperations = (os: Implementer, shadows: ShadowRunsService, watch: ShadowWatch) => {
  /** No transaction is held while the worker is asked. */
  const begin = async ({ context, input, procedure }: Call<NewShadow>) => {
    const { tenantId, user } = sessionOf(context);
    const scope = { tenantId, userId: user.id, now: context.clock.now(), subject: () => undefined };
    try {
      const prepared = await context.database.withTenant(tenantId, (tx) => shadows.prepare({ ...scope, tx }, input));
      return { row: prepared.row, workerId: await watch.begin(prepared) };
    } catch (error) {
      if (isAppError(error)) await recordRefusal(context, procedure['~orpc'].meta as OperationMeta, input.pipelineId, error.code);
      throw error;
    }
  };
  return {
    list: os.shadowRuns.list.handler(inTenant((scope, { pipelineId }) => shadows.list(scope, pipelineId))),
    find: os.shadowRuns.find.handler(async (call) => {
      const find = inTenant((scope, { id }: { readonly id: string }) => shadows.find(scope, id));
      return shown(call.context, await find(call));
    }),
    start: os.shadowRuns.start.handler(async (call) => {
      const { row, workerId } = await begin(call);
      const run = await inTenant((scope) => shadows.begin(scope, row))(call);
      watch.follow(row, workerId);
      return run;
    }),
    stop: os.shadowRuns.stop.handler(async (call) => {
      const stop = inTenant((scope, { id }: { readonly id: string }) => shadows.stop(scope, id));
      return shown(call.context, await stop(call));
    }),
  };
};
