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
import { datasinkTexts } from '../texts.ts';
import { useInstanceBulk } from '#blocks/list/use-instance-bulk.ts';
import { DatasinkCards } from './datasink-cards.tsx';
import { DatasinkDrawer } from './datasink-drawer.tsx';
import { DatasinkTable } from './datasink-table.tsx';

export function DatasinksPage({ search, openId }: { readonly search: ListSearch; readonly openId: string | undefined }) {
  const language = useLanguage();
  const t = useTexts(datasinkTexts);
  const mayCreate = useMay('datasink:create');
  const { data: datasinks, error, refetch } = useOperation('datasinks:list', {}, { refetchMs: stateRefetchMs });
  const frame = useLiveFrame();
  const series = useSeries('datasink', 'eventsOut');
  const states = useStateOptions();
  const bulk = useInstanceBulk('datasink');
  return (
    <>
      <ResourceList
        list="datasinks"
        title={t('title')}
        searchLabel={t('search')}
        items={datasinks}
        error={error}
        onRetry={() => void refetch()}
        search={search}
        facts={{
          type: ({ component }) => titleOf('datasink', component, language),
          status: ({ status }) => status.state,
          rateOut: ({ id }) => frame?.datasinks[id]?.delivered.events ?? 0,
        }}
        sorts={['name', '-name', '-updated', 'updated', '-added', 'added', '-out']}
        statuses={states}
        create={
          mayCreate ? (
            <Button asChild variant="primary">
              <Link to="/datasinks/create/type">
                <Icon name="plus" />
                {t('add')}
              </Link>
            </Button>
          ) : undefined
        }
        empty={{ title: t('emptyTitle'), text: t('emptyText') }}
        above={<ListMetrics scope="datasink" title={t('title')} />}
        bulk={bulk}
        cards={(shown) => <DatasinkCards datasinks={shown} frame={frame} series={series} />}
        table={(shown, onSearch) => <DatasinkTable datasinks={shown} series={series} search={search} onSearch={onSearch} />}
      />
      {openId && <DatasinkDrawer id={openId} tab={search.tab} />}
    </>
  );
}
