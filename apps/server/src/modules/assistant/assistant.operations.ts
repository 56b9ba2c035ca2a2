import { may } from '@acequia/domain';
import type { Implementer } from '../../http/implementer.ts';
import type { Reader } from '../../http/inner-call.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { AssistantService } from './assistant.service.ts';
import type { Question } from './question.ts';

export const assistantOperations = (os: Implementer, assistant: AssistantService, readerOf: Reader) => ({
  status: os.assistant.status.handler(async () => assistant.status),
  /** No transaction is held while the model answers. */
  ask: os.assistant.ask.handler(async (call) => {
    const { role, tenant } = sessionOf(call.context);
    const mayPropose = may(role, 'pipeline:update') && !tenant.readOnly;
    const question = await inTenant((scope, input: Question) => assistant.prepare(scope, input, mayPropose))(call);
    return assistant.answer(question, readerOf(call.context), call.signal);
  }),
});
