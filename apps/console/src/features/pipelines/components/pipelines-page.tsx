import { useCallback } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Icon } from '@acequia/ui';
import { ListMetrics } from '#blocks/charts/list-metrics.tsx';
import { ResourceList } from '#blocks/list/resource-list.tsx';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { useStateOptions } from '#blocks/object-state/use-state-options.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { useSeries } from '#blocks/live/use-series.ts';
import { useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { pipelineTexts } from '../texts.ts';
import { PipelineCards, PipelineTable, type PipelineNumbers } from './pipeline-rows.tsx';
import { usePipelineBulk } from './use-pipeline-bulk.ts';
import { PipelineDrawer } from './pipeline-drawer.tsx';

export function PipelinesPage({ search, openId }: { readonly search: ListSearch; readonly openId: string | undefined }) {
  const t = useTexts(pipelineTexts);
  const mayCreate = useMay('pipeline:create');
  const { data: pipelines, error, refetch } = useOperation('pipelines:list', {}, { refetchMs: stateRefetchMs });
  const { data: clusters } = useOperation('clusters:list', {});
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
  const frame = useLiveFrame();
  const seriesIn = useSeries('pipeline', 'eventsIn');
  const seriesOut = useSeries('pipeline', 'eventsOut');
  const navigate = useNavigate();
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({ to: '/pipelines', search: (now: Record<string, unknown>) => ({ ...now, tab: id }), replace: id === undefined }),
    [navigate],
  );
  const clusterName = useCallback((id: string) => clusters?.find((cluster) => cluster.id === id)?.name ?? id, [clusters]);
  const numbers: PipelineNumbers = {
    frame,
    totals,
    seriesIn,
    seriesOut,
    clusterName,
  };
  const states = useStateOptions();
  const bulk = usePipelineBulk();
  return (
    <>
      <ResourceList
        list="pipelines"
        title={t('title')}
        searchLabel={t('search')}
        items={pipelines}
        error={error}
        onRetry={() => void refetch()}
        search={search}
        facts={{
          status: ({ status }) => status.state,
          rateIn: ({ id }) => frame?.pipelines[id]?.entered.events ?? 0,
          rateOut: ({ id }) => frame?.pipelines[id]?.delivered.events ?? 0,
        }}
        sorts={['name', '-name', '-updated', 'updated', '-added', 'added', '-in', '-out']}
        statuses={states}
        create={
          mayCreate ? (
            <Button asChild variant="primary">
              <Link to="/pipelines/create">
                <Icon name="plus" />
                {t('add')}
              </Link>
            </Button>
          ) : undefined
        }
        empty={{
          title: t('emptyTitle'),
          text: t('emptyText'),
          link: (
            <Link to="/listeners" className="ui-link">
              {t('firstListener')}
            </Link>
          ),
        }}
        above={<ListMetrics scope="pipeline" title={t('title')} />}
        bulk={bulk}
        cards={(shown) => <PipelineCards pipelines={shown} numbers={numbers} onDetails={open} />}
        table={(shown, onSearch) => (
          <PipelineTable pipelines={shown} numbers={numbers} onDetails={open} search={search} onSearch={onSearch} />
        )}
      />
      {openId && <PipelineDrawer id={openId} numbers={numbers} onClose={() => open(undefined)} />}
    </>
  );
}
