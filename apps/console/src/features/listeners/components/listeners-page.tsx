import { Link } from '@tanstack/react-router';
import { Button, Icon } from '@acequia/ui';
import { ListMetrics } from '#blocks/charts/list-metrics.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { ResourceList } from '#blocks/list/resource-list.tsx';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { useStateOptions } from '#blocks/object-state/use-state-options.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { useSeries } from '#blocks/live/use-series.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';
import { useInstanceBulk } from '#blocks/list/use-instance-bulk.ts';
import { ListenerCards } from './listener-cards.tsx';
import { ListenerDrawer } from './listener-drawer.tsx';
import { ListenerTable } from './listener-table.tsx';

export function ListenersPage({ search, openId }: { readonly search: ListSearch; readonly openId: string | undefined }) {
  const language = useLanguage();
  const t = useTexts(listenerTexts);
  const mayCreate = useMay('listener:create');
  const { data: listeners, error, refetch } = useOperation('listeners:list', {}, { refetchMs: stateRefetchMs });
  const frame = useLiveFrame();
  const series = useSeries('listener', 'eventsIn');
  const states = useStateOptions();
  const bulk = useInstanceBulk('listener');
  return (
    <>
      <ResourceList
        list="listeners"
        title={t('title')}
        searchLabel={t('search')}
        items={listeners}
        error={error}
        onRetry={() => void refetch()}
        search={search}
        facts={{
          type: ({ component }) => titleOf('listener', component, language),
          status: ({ status }) => status.state,
          rateIn: ({ id }) => frame?.listeners[id]?.received.events ?? 0,
        }}
        sorts={['name', '-name', '-updated', 'updated', '-added', 'added', '-in']}
        statuses={states}
        create={
          mayCreate ? (
            <Button asChild variant="primary">
              <Link to="/listeners/create/type">
                <Icon name="plus" />
                {t('add')}
              </Link>
            </Button>
          ) : undefined
        }
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
        above={<ListMetrics scope="listener" title={t('title')} />}
        bulk={bulk}
        cards={(shown) => <ListenerCards listeners={shown} frame={frame} series={series} />}
        table={(shown, onSearch) => <ListenerTable listeners={shown} series={series} search={search} onSearch={onSearch} />}
      />
      {openId && <ListenerDrawer id={openId} tab={search.tab} />}
    </>
  );
}
