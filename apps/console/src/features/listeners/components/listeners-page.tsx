import { Link } from '@tanstack/react-router';
import { Button, Icon, Message, Segmented } from '@acequia/ui';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { isFiltered, viewOf } from '#blocks/list/list-model.ts';
import { CardsSkeleton, ListFailed, NoResults, TableSkeleton } from '#blocks/list/list-states.tsx';
import { ListToolbar } from '#blocks/list/list-toolbar.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { useListAddress } from '#blocks/list/use-list-view.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useSeries } from '#blocks/live/use-series.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerStates } from '@acequia/domain';
import { listenerTexts } from '../texts.ts';
import { ListenerCards } from './listener-cards.tsx';
import { ListenerDrawer } from './listener-drawer.tsx';
import { ListenerTable } from './listener-table.tsx';

export function ListenersPage({ search, openId }: { readonly search: ListSearch; readonly openId: string | undefined }) {
  const t = useTexts(listenerTexts);
  const tl = useTexts(listTexts);
  const mayCreate = useMay('listener:create');
  const { data: listeners, error, refetch } = useOperation('listeners:list', {});
  const frame = useLiveFrame();
  const series = useSeries('listener', 'eventsIn');
  const { view, setView, setSearch } = useListAddress('listeners', search);
  const list =
    listeners &&
    viewOf(listeners, search, {
      status: (listener) => listener.state,
      rateIn: (listener) => frame?.listeners[listener.id]?.received.events ?? 0,
    });
  const clear = () => setSearch({ q: undefined, tag: undefined, status: undefined });
  return (
    <>
      <PageHeader title={t('title')} count={listeners?.length}>
        <Segmented
          label={tl('view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'cards', label: tl('cards'), icon: 'grid' },
            { value: 'table', label: tl('table'), icon: 'list' },
          ]}
        />
        {mayCreate && (
          <Button asChild variant="primary">
            <Link to="/listeners/create/type">
              <Icon name="plus" />
              {t('add')}
            </Link>
          </Button>
        )}
      </PageHeader>
      <ListToolbar
        search={search}
        onSearch={setSearch}
        tags={list?.tags ?? []}
        placeholder={t('search')}
        sorts={['name', '-name', '-updated', 'updated', '-added', 'added', '-in']}
        statuses={listenerStates.map((state) => ({ value: state, label: t(state) }))}
      />
      <main className="frame-body">
        {error && !listeners && <ListFailed error={error} onRetry={() => void refetch()} />}
        {!list && !error && (view === 'cards' ? <CardsSkeleton /> : <TableSkeleton />)}
        {list && list.shown.length === 0 && !isFiltered(search) && (
          <div className="grid min-h-96">
            <Message
              drawing="empty"
              title={t('emptyTitle')}
              actions={
                mayCreate && (
                  <Button asChild variant="primary">
                    <Link to="/listeners/create/type">
                      <Icon name="plus" />
                      {t('add')}
                    </Link>
                  </Button>
                )
              }
            >
              {t('emptyText')}
            </Message>
          </div>
        )}
        {list && list.shown.length === 0 && isFiltered(search) && <NoResults hidden={list.hidden} onClear={clear} />}
        {list &&
          list.shown.length > 0 &&
          (view === 'cards' ? (
            <ListenerCards listeners={list.shown} frame={frame} series={series} />
          ) : (
            <ListenerTable listeners={list.shown} frame={frame} series={series} search={search} onSearch={setSearch} />
          ))}
      </main>
      {openId && <ListenerDrawer id={openId} tab={search.tab} />}
    </>
  );
}
