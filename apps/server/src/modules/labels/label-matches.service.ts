import type { LabelMatches } from '@acequia/contract';
import { storedExpressionSchema } from '@acequia/event';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { PreparedTrace, TracesService } from '../traces/traces.service.ts';
import { matchesOf } from './label-matches.ts';
import { matchComponent, matchDocument, matchNode, type TestedLabel } from './match-document.ts';
import { readLabels } from './labels.store.ts';
import { readCondition } from './read-condition.ts';

export interface MatchInput {
  readonly listenerId: string;
  readonly events: number;
  readonly draft?: { readonly id?: string | undefined; readonly condition: unknown } | undefined;
}

/** Ready to be asked for, outside of the transaction. */
export interface PreparedMatch {
  readonly trace: PreparedTrace;
  readonly labels: readonly TestedLabel[];
  readonly events: number;
}

export interface LabelMatching {
  prepare(scope: TenantScope, input: MatchInput): Promise<PreparedMatch>;
  /** ACQ-WORKER-AWAY when no worker of the listener's cluster answers. */
  run(prepared: PreparedMatch): Promise<LabelMatches>;
}

export function createLabelMatching(
  listeners: ListenersService,
  catalogue: Pick<Catalogue, 'action'>,
  traces: TracesService,
): LabelMatching {
  return {
    prepare: async (scope, { listenerId, events, draft }) => {
      await listeners.find(scope, listenerId);
      const stored = (await readLabels(scope.tx, listenerId)).flatMap((row): TestedLabel[] => {
        const condition = storedExpressionSchema.safeParse(row.condition);
        return condition.success && row.id !== draft?.id ? [{ id: row.id, condition: condition.data }] : [];
      });
      const labels = draft ? [...stored, { id: draft.id ?? 'draft', condition: readCondition(draft.condition) }] : stored;
      const document = matchDocument(listenerId, labels, catalogue.action(matchComponent)!.version);
      return { trace: await traces.prepare(scope, '', document), labels, events };
    },
    run: async ({ trace, labels, events }) =>
      matchesOf(await traces.run(trace, { source: { kind: 'retained', count: events, beforeMs: null }, upTo: matchNode }), labels),
  };
}
