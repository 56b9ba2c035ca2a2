import { Link } from '@tanstack/react-router';
import { Button, Icon, Message, Segmented } from '@acequia/ui';
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
import { datasinkTexts } from '../texts.ts';
import { DatasinkCards } from './datasink-cards.tsx';
import { DatasinkDrawer } from './datasink-drawer.tsx';
import { DatasinkTable } from './datasink-table.tsx';

export function DatasinksPage({ search, openId }: { readonly search: ListSearch; readonly openId: string | undefined }) {
  const t = useTexts(datasinkTexts);
  const tl = useTexts(listTexts);
  const mayCreate = useMay('datasink:create');
  const { data: datasinks, error, refetch } = useOperation('datasinks:list', {});
  const frame = useLiveFrame();
  const series = useSeries('datasink', 'eventsOut');
  const { view, setView, setSearch } = useListAddress('datasinks', search);
  const list =
    datasinks &&
    viewOf(datasinks, search, {
      status: (datasink) => (datasink.usedBy.length > 0 ? 'used' : 'unused'),
      rateOut: (datasink) => frame?.datasinks[datasink.id]?.delivered.events ?? 0,
    });
  const create = (
    <Button asChild variant="primary">
      <Link to="/datasinks/create/type">
        <Icon name="plus" />
        {t('add')}
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} count={datasinks?.length}>
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
        sorts={['name', '-name', '-updated', 'updated', '-added', 'added', '-out']}
        statuses={[
          { value: 'used', label: t('inUse') },
          { value: 'unused', label: t('unused') },
        ]}
      />
      <main className="frame-body">
        {error && !datasinks && <ListFailed error={error} onRetry={() => void refetch()} />}
        {!list && !error && (view === 'cards' ? <CardsSkeleton /> : <TableSkeleton />)}
        {list && list.shown.length === 0 && !isFiltered(search) && (
          <div className="grid min-h-96">
            <Message drawing="empty" title={t('emptyTitle')} actions={mayCreate && create}>
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
            <DatasinkCards datasinks={list.shown} frame={frame} series={series} />
          ) : (
            <DatasinkTable datasinks={list.shown} frame={frame} series={series} search={search} onSearch={setSearch} />
          ))}
      </main>
      {openId && <DatasinkDrawer id={openId} tab={search.tab} />}
    </>
  );
}
