import { Link } from '@tanstack/react-router';
import { Button, Icon, Message, Segmented } from '@acequia/ui';
import { pipelineStates } from '@acequia/domain';
import { isFiltered, viewOf } from '#blocks/list/list-model.ts';
import { CardsSkeleton, ListFailed, NoResults, TableSkeleton } from '#blocks/list/list-states.tsx';
import { ListToolbar } from '#blocks/list/list-toolbar.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { useListAddress } from '#blocks/list/use-list-view.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { useSeries } from '#blocks/live/use-series.ts';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { pipelineTexts } from '../texts.ts';
import { PipelineCards, PipelineTable, type PipelineNumbers } from './pipeline-rows.tsx';
import { PipelineDrawer } from './pipeline-drawer.tsx';

export function PipelinesPage({ search, openId }: { readonly search: ListSearch; readonly openId: string | undefined }) {
  const t = useTexts(pipelineTexts);
  const tl = useTexts(listTexts);
  const mayCreate = useMay('pipeline:create');
  const { data: pipelines, error, refetch } = useOperation('pipelines:list', {});
  const { data: clusters } = useOperation('clusters:list', {});
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
  const frame = useLiveFrame();
  const seriesIn = useSeries('pipeline', 'eventsIn');
  const seriesOut = useSeries('pipeline', 'eventsOut');
  const { view, setView, setSearch } = useListAddress('pipelines', search);
  const list =
    pipelines &&
    viewOf(pipelines, search, {
      status: (pipeline) => pipeline.state,
      rateIn: (pipeline) => frame?.pipelines[pipeline.id]?.entered.events ?? 0,
      rateOut: (pipeline) => frame?.pipelines[pipeline.id]?.delivered.events ?? 0,
    });
  const numbers: PipelineNumbers = {
    frame,
    totals,
    seriesIn,
    seriesOut,
    clusterName: (id) => clusters?.find((cluster) => cluster.id === id)?.name ?? id,
  };
  const open = (id: string | undefined) => setSearch({ tab: id });
  const create = (
    <Button asChild variant="primary">
      <Link to="/pipelines/create">
        <Icon name="plus" />
        {t('add')}
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} count={pipelines?.length}>
        <Segmented
          label={tl('view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'cards', label: tl('cards'), icon: 'grid' },
            { value: 'table', label: tl('table'), icon: 'list' },
          ]}
        />
        {mayCreate && create}
      </PageHeader>
      <ListToolbar
        search={search}
        onSearch={setSearch}
        tags={list?.tags ?? []}
        placeholder={t('search')}
        sorts={['name', '-name', '-updated', 'updated', '-added', 'added', '-in', '-out']}
        statuses={pipelineStates.map((state) => ({ value: state, label: t(state) }))}
      />
      <main className="frame-body">
        {error && !pipelines && <ListFailed error={error} onRetry={() => void refetch()} />}
        {!list && !error && (view === 'cards' ? <CardsSkeleton /> : <TableSkeleton />)}
        {list && list.shown.length === 0 && !isFiltered(search) && (
          <div className="grid min-h-96">
            <Message
              drawing="empty"
              title={t('emptyTitle')}
              actions={
                <>
                  {mayCreate && create}
                  <Link to="/listeners" className="ui-link">
                    {t('firstListener')}
                  </Link>
                </>
              }
            >
              {t('emptyText')}
            </Message>
          </div>
        )}
        {list && list.shown.length === 0 && isFiltered(search) && (
          <NoResults hidden={list.hidden} onClear={() => setSearch({ q: undefined, tag: undefined, status: undefined })} />
        )}
        {list &&
          list.shown.length > 0 &&
          (view === 'cards' ? (
            <PipelineCards pipelines={list.shown} numbers={numbers} onDetails={open} />
          ) : (
            <PipelineTable pipelines={list.shown} numbers={numbers} onDetails={open} search={search} onSearch={setSearch} />
          ))}
      </main>
      {openId && <PipelineDrawer id={openId} numbers={numbers} onClose={() => open(undefined)} />}
    </>
  );
}
