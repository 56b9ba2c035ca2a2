import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { PipelineTestsService } from './pipeline-tests.service.ts';

export const pipelineTestsOperations = (os: Implementer, tests: PipelineTestsService) => ({
  list: os.pipelineTests.list.handler(inTenant((scope, input) => tests.list(scope, input))),
  save: os.pipelineTests.save.handler(inTenant((scope, input) => tests.save(scope, input))),
  import: os.pipelineTests.import.handler(inTenant((scope, input) => tests.import(scope, input))),
  remove: os.pipelineTests.remove.handler(inTenant((scope, input) => tests.remove(scope, input))),
  /** No transaction is held while a worker runs them. */
  run: os.pipelineTests.run.handler(async (call) => {
    const prepared = await inTenant((scope, input: typeof call.input) => tests.prepare(scope, input))(call);
    return { results: await tests.run(prepared) };
  }),
});
