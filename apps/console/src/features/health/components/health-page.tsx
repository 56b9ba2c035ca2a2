import '../health.css';
import { Link } from '@tanstack/react-router';
import { Button, Icon, Message } from '@acequia/ui';
import type { HealthPart } from '@acequia/contract';
import { useLiveFrame, useLiveHistory } from '#blocks/live/live-provider.tsx';
import { EventAccountLine } from '#blocks/event-account/event-account-line.tsx';
import { ListFailed, TableSkeleton } from '#blocks/list/list-states.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import { clusterStates } from '../model/cluster-states.ts';
import { flowRows, isComplete } from '../model/flow-rows.ts';
import { heardWorkers } from '../model/heard-workers.ts';
import { problemsOf } from '../model/problems.ts';
import { healthTexts } from '../texts.ts';
import { FlowTable } from './flow-table.tsx';
import { HealthTiles } from './health-tiles.tsx';
import { usePartNames } from './use-part-names.ts';
import { Verdict } from './verdict.tsx';
import { WorkerTable } from './worker-table.tsx';

/** States come with each change; sizes and workers' figures are asked for again. */
const refetchMs = 10_000;
/** Conditions of one kind that begin together stand in one alert: there are few. */
const alertsMax = 200;

/** Is my data flowing? What stands in its way, the flow part by part, and the workers. */
export function HealthPage({ pipeline }: { readonly pipeline: string | undefined }) {
  const t = useTexts(healthTexts);
  const tl = useTexts(listTexts);
  const { data: parts, error, refetch } = useOperation('health:parts', {}, { refetchMs });
  const { data: clusters } = useOperation('clusters:list', {}, { refetchMs });
  const frame = useLiveFrame();
  const history = useLiveHistory();
  const nameOf = usePartNames();
  const mayCreate = useMay('pipeline:create');
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true, refetchMs });
  const { features } = useSession();
  const mayReadAlerts = useMay('alert:read') && features.includes('alerts');
  const { data: alerts } = useOperation('alerts:list', { state: 'open', limit: alertsMax }, { enabled: mayReadAlerts });
  const known = parts && clusters;
  const heard = heardWorkers(clusters ?? []);
  const told = (parts ?? []).map(({ workerId }) => ({ workerId, heard: heard.has(workerId) }));
  const whole = isComplete(told, frame) ? frame : undefined;
  // A worker that is missing is no backlog that went down.
  const wholes = history.filter((each) => isComplete(told, each));
  const rows = known ? flowRows(parts, heard, frame, nameOf, wholes) : [];
  const problems = known ? problemsOf({ parts, clusters, rows, alerts: alerts?.data ?? [] }) : [];
  return (
    <>
      <PageHeader title={t('title')} />
      <main className="frame-body health">
        {error && !parts && <ListFailed error={error} onRetry={() => void refetch()} />}
        {!error && !known && <TableSkeleton />}
        {known && (
          <>
            {(parts.length > 0 || problems.length > 0) && (
              <>
                <Verdict problems={problems} running={parts.length > 0} frame={frame} complete={whole !== undefined} nameOf={nameOf} />
                <HealthTiles parts={parts} rows={rows} frame={whole} history={wholes} />
                {totals && (
                  <p className="ui-hint">
                    <EventAccountLine
                      pipelines={Object.values(totals.pipelines)}
                      title={`${t('allPipelines')}, ${tl('lastDay')}`}
                      atMs={totals.at}
                    />
                  </p>
                )}
              </>
            )}
            {parts.length === 0 ? (
              <div className="grid min-h-72">
                <Message
                  drawing="empty"
                  title={t('emptyTitle')}
                  actions={
                    mayCreate && (
                      <Button variant="primary" asChild>
                        <Link to="/pipelines/create">
                          <Icon name="plus" />
                          {t('newPipeline')}
                        </Link>
                      </Button>
                    )
                  }
                >
                  {t('emptyText')}
                </Message>
              </div>
            ) : (
              <FlowTable rows={rows} totals={totals} open={pipeline} nameOf={nameOf} />
            )}
            <WorkerTable clusters={clusters} states={clusterStates(parts, heard)} undelivered={undeliveredIn(parts)} />
          </>
        )}
      </main>
    </>
  );
}

/** By worker, what the journals of its listeners hold that not every pipeline is done with. */
function undeliveredIn(parts: readonly HealthPart[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { kind, workerId, undeliveredBytes } of parts)
    if (kind === 'listener') sums.set(workerId, (sums.get(workerId) ?? 0) + undeliveredBytes);
  return sums;
}
