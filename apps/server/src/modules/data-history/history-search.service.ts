import { AppError } from '@acequia/base';
import type { HistoryPage, OperationInput } from '@acequia/contract';
import { storedExpressionSchema } from '@acequia/event';
import type { TenantScope } from '../../tenant-scope.ts';
import { readCondition, type LabelsService } from '../labels/labels.service.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { PreparedTrace, TracesService } from '../traces/traces.service.ts';
import { historyPage } from './history-page.ts';
import { searchDocument, searchedListener } from './search-question.ts';

type SearchInput = OperationInput<'dataHistory:search'>;

/** Ready to be asked for, outside of the transaction. */
export interface PreparedSearch {
  readonly trace: PreparedTrace;
  readonly source: { readonly count: number; readonly sinceMs: number; readonly beforeMs: number };
  readonly next: SearchInput['next'];
}

export interface HistorySearch {
  /** WEB-00026, ACQ-NOT-FOUND for a label that is not the listener's, ACQ-CONFIG. */
  prepare(scope: TenantScope, input: SearchInput): Promise<PreparedSearch>;
  /** ACQ-WORKER-AWAY when no worker of the listener's cluster answers. */
  run(prepared: PreparedSearch): Promise<HistoryPage>;
}

export function createHistorySearch(
  listeners: Pick<ListenersService, 'find'>,
  labelsOf: Pick<LabelsService, 'list'>,
  traces: TracesService,
): HistorySearch {
  return {
    prepare: async (scope, { listenerId, labelId = 'all', from, to, text = '', condition, count = 50, next }) => {
      await listeners.find(scope, listenerId);
      const known = await labelsOf.list(scope, listenerId);
      if (!known.some(({ id }) => id === labelId)) throw new AppError('ACQ-NOT-FOUND');
      const labels = known.flatMap(({ id, builtIn, condition: kept }) => {
        const parsed = storedExpressionSchema.safeParse(kept);
        return !builtIn && parsed.success ? [{ id, ast: parsed.data.ast }] : [];
      });
      const terms = { labelId, text, condition: condition === undefined ? undefined : readCondition(condition) };
      const trace = await traces.prepare(scope, '', searchDocument(listenerId));
      const listener = trace.listener && searchedListener(trace.listener, terms, labels);
      return { trace: { ...trace, listener }, source: { count, sinceMs: from, beforeMs: to }, next };
    },
    run: async ({ trace, source, next }) => {
      const finds = await traces.search(trace, source, next);
      if (finds.every(({ result }) => result === undefined)) throw new AppError('ACQ-WORKER-AWAY');
      return historyPage(finds);
    },
  };
}
