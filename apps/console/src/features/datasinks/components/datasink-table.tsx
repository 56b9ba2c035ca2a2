import { Link } from '@tanstack/react-router';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { CellTrend } from '#blocks/list/cell-trend.tsx';
import { ResourceTable, tableName } from '#blocks/list/resource-table.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { Eps } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { datasinkTexts } from '../texts.ts';
import { UsedBy, type DatasinkRowsProps } from './datasink-cards.tsx';
import { DatasinkMenu } from './datasink-menu.tsx';

export function DatasinkTable({
  datasinks,
  frame,
  series,
  search,
  onSearch,
}: DatasinkRowsProps & { readonly search: ListSearch; readonly onSearch: (next: Partial<ListSearch>) => void }) {
  const t = useTexts(datasinkTexts);
  const tl = useTexts(listTexts);
  const language = useLanguage();
  return (
    <ResourceTable
      items={datasinks}
      search={search}
      onSearch={onSearch}
      tile={({ component }) => <ComponentTile kind="datasink" id={component} size={20} />}
      name={({ id, name }) => (
        <Link to="/datasinks/$datasinkId" params={{ datasinkId: id }} search={(now) => now} className={tableName}>
          {name}
        </Link>
      )}
      columns={[
        { id: 'type', head: tl('columnType'), muted: true, cell: ({ component }) => titleOf('datasink', component, language) },
        {
          id: 'rate-out',
          head: t('rateOut'),
          right: true,
          sorts: ['-out'],
          cell: ({ id }) => <Eps value={frame && (frame.datasinks[id]?.delivered.events ?? 0)} />,
        },
        { id: 'trend', head: tl('lastDay'), unnamed: true, cell: ({ id }) => <CellTrend values={series[id]} tone="out" /> },
        {
          id: 'queued',
          head: t('queued'),
          right: true,
          cell: ({ id }) => <Eps value={frame && (frame.datasinks[id]?.queuedEvents ?? 0)} />,
        },
        { id: 'used-by', head: t('usedBy'), cell: (datasink) => <UsedBy datasink={datasink} /> },
      ]}
      menu={(datasink) => <DatasinkMenu datasink={datasink} />}
    />
  );
}
