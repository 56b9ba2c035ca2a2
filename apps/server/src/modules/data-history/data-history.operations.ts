import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import { listHeld } from './held.service.ts';
import type { HistorySearch } from './history-search.service.ts';

export const dataHistoryOperations = (os: Implementer, listeners: ListenersService, search: HistorySearch) => ({
  held: os.dataHistory.held.handler(inTenant((scope) => listHeld(scope, listeners))),
  /** Workers are asked without a transaction. */
  search: os.dataHistory.search.handler(async (call) => {
    const prepared = await inTenant(search.prepare)(call);
    await call.context.contentReads.note(call.context, [call.input.listenerId]);
    return search.run(prepared);
  }),
});
