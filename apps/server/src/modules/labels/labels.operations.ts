import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { LabelMatching } from './label-matches.service.ts';
import type { LabelsService } from './labels.service.ts';

export const labelsOperations = (os: Implementer, labels: LabelsService, matching: LabelMatching) => ({
  list: os.labels.list.handler(inTenant((scope, { listenerId }) => labels.list(scope, listenerId))),
  create: os.labels.create.handler(inTenant((scope, input) => labels.create(scope, input))),
  update: os.labels.update.handler(inTenant((scope, input) => labels.update(scope, input))),
  remove: os.labels.remove.handler(inTenant((scope, { id, confirmUsed }) => labels.remove(scope, id, confirmUsed))),
  counts: os.labels.counts.handler(inTenant((scope, { listenerId }) => labels.counts(scope, listenerId))),
  /** Workers are asked without a transaction. */
  matches: os.labels.matches.handler(async (call) => {
    const prepared = await inTenant(matching.prepare)(call);
    await call.context.contentReads.note(call.context, [call.input.listenerId]);
    return matching.run(prepared);
  }),
});
