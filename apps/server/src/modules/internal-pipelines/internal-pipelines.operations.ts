import { AppError } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import { may } from '@acequia/domain';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { readBy, type TracesService } from '../traces/traces.service.ts';
import { prepareActionTest } from './action-test.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { InternalPipelinesService } from './internal-pipelines.service.ts';

export const internalPipelinesOperations = (os: Implementer, internal: InternalPipelinesService) => ({
  create: os.internalPipelines.create.handler(async (call) => {
    const own = call.input.document !== undefined;
    if (own && !may(sessionOf(call.context).role, 'pipeline:update')) throw new AppError('WEB-00027');
    return inTenant((scope, input: typeof call.input) => internal.create(scope, input))(call);
  }),
  /** No transaction is held while the worker works. */
  getLogSamples: os.internalPipelines.getLogSamples.handler(async (call) => {
    const prepare = inTenant((scope, input: typeof call.input) => internal.prepare(scope, input));
    const prepared = await prepare(call);
    await call.context.contentReads.note(call.context, [readBy(prepared.trace, prepared.how.source)]);
    return internal.run(prepared);
  }),
  delete: os.internalPipelines.delete.handler(inTenant((scope, { id }) => internal.delete(scope, id))),
  listSamples: os.internalPipelines.listSamples.handler(inTenant((scope, { pipelineId }) => internal.listSamples(scope, pipelineId))),
  saveSample: os.internalPipelines.saveSample.handler(inTenant((scope, input) => internal.saveSample(scope, input))),
  deleteSample: os.internalPipelines.deleteSample.handler(inTenant((scope, input) => internal.deleteSample(scope, input))),
});

export const actionsOperations = (os: Implementer, traces: TracesService, catalogue: Catalogue) => ({
  test: os.actions.test.handler(async (call) => {
    const prepare = inTenant((scope, input: OperationInput<'actions:test'>) => prepareActionTest(scope, input, { traces, catalogue }));
    const { events } = call.input;
    return traces.run(await prepare(call), { source: { kind: 'events', json: events }, upTo: 'action' });
  }),
});
