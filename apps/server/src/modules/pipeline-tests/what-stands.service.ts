import { AppError, isAppError } from '@acequia/base';
import { sessionOf, type Call } from '../../http/transact.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import type { PipelineTestsService, PreparedTests } from './pipeline-tests.service.ts';

interface Published {
  readonly id: string;
  readonly revision: number;
}

/**
 * Why the saved tests keep a draft from being published: one fails, or they cannot run. Nothing for a revision that has passed: publishing
 * answers with what it became, or refuses it. No transaction is held while a worker runs them.
 */
export async function whatStands(
  { context, input: { id: pipelineId, revision } }: Pick<Call<Published>, 'context' | 'input'>,
  { pipelines, tests }: { readonly pipelines: Pick<PipelinesService, 'getVersion'>; readonly tests: PipelineTestsService },
): Promise<AppError | undefined> {
  const { tenantId, user } = sessionOf(context);
  const who = { tenantId, userId: user.id, now: context.clock.now(), subject: () => undefined };
  let prepared: PreparedTests | 'passed' | undefined;
  try {
    prepared = await context.database.withTenant(tenantId, async (tx) => {
      const draft = await pipelines.getVersion({ ...who, tx }, pipelineId, 'Main');
      if (revision < draft.revision) return 'passed';
      return draft.revision === revision ? tests.prepare({ ...who, tx }, { pipelineId, version: draft.version }) : undefined;
    });
    if (prepared === 'passed') return undefined;
    if (!prepared) return new AppError('ACQ-CONFLICT', { fields: { revision } });
    const results = await tests.run(prepared);
    const failed = results.filter(({ passed }) => !passed).length;
    return failed === 0 ? undefined : new AppError('ACQ-TESTS-FAILED', { fields: { failed, count: results.length } });
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (!prepared || prepared === 'passed') return error;
    const count = prepared.tests.length;
    return new AppError('ACQ-TESTS-FAILED', { cause: error, fields: { failed: count, count } });
  }
}
