import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { PipelineTestsService } from './pipeline-tests.service.ts';

export const pipelineTestsOperations = (os: Implementer, tests: PipelineTestsService) => ({
  list: os.pipelineTests.list.handler(async (call) => {
    const listed = await inTenant((scope, input: typeof call.input) => tests.list(scope, input))(call);
    if (listed.length > 0) await call.context.contentReads.note(call.context, [call.input.pipelineId]);
    return listed;
  }),
  save: os.pipelineTests.save.handler(inTenant((scope, input) => tests.save(scope, input))),
  import: os.pipelineTests.import.handler(async (call) => {
    const all = await inTenant((scope, input: typeof call.input) => tests.import(scope, input))(call);
    await call.context.contentReads.note(call.context, [call.input.pipelineId]);
    return all;
  }),
  remove: os.pipelineTests.remove.handler(inTenant((scope, input) => tests.remove(scope, input))),
  /** No transaction is held while a worker runs them. */
  run: os.pipelineTests.run.handler(async (call) => {
    const prepared = await inTenant((scope, input: typeof call.input) => tests.prepare(scope, input))(call);
    if (prepared.tests.length > 0) await call.context.contentReads.note(call.context, [call.input.pipelineId]);
    return { results: await tests.run(prepared) };
  }),
});
