import { useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import type { Listener } from '@acequia/contract';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { CellTrend } from '#blocks/list/cell-trend.tsx';
import { ResourceTable, tableName, type Column } from '#blocks/list/resource-table.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { Eps, totalOf } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { listenerTexts } from '../texts.ts';
import { rateOf, type ListenerRowsProps } from './listener-cards.tsx';
import { ListenerMenu } from './listener-menu.tsx';

export function ListenerTable({
  listeners,
  series,
  search,
  onSearch,
}: Omit<ListenerRowsProps, 'frame'> & { readonly search: ListSearch; readonly onSearch: (next: Partial<ListSearch>) => void }) {
  const t = useTexts(listenerTexts);
  const tl = useTexts(listTexts);
  const language = useLanguage();
  const columns = useMemo(
    (): readonly Column<Listener>[] => [
      { id: 'status', head: tl('status'), cell: statusOf },
      { id: 'type', head: tl('columnType'), muted: true, cell: ({ component }) => titleOf('listener', component, language) },
      {
        id: 'rate-in',
        head: t('rateIn'),
        right: true,
        sorts: ['-in'],
        cell: (listener) => <Received listener={listener} counts={series[listener.id]} />,
      },
      { id: 'trend', head: tl('lastDay'), unnamed: true, cell: ({ id }) => <CellTrend values={series[id]} tone="in" /> },
      { id: 'labels', head: t('labels'), right: true, cell: ({ labels }) => labels },
    ],
    [t, tl, language, series],
  );
  return (
    <ResourceTable items={listeners} search={search} onSearch={onSearch} tile={tileOf} name={nameOf} columns={columns} menu={menuOf} />
  );
}

const tileOf = ({ component }: Listener) => <ComponentTile kind="listener" id={component} size={20} />;
const menuOf = (listener: Listener) => <ListenerMenu listener={listener} />;
const nameOf = ({ id, name }: Listener) => (
  <Link to="/listeners/$listenerId" params={{ listenerId: id }} search={(now) => now} className={tableName}>
    {name}
  </Link>
);
const statusOf = (listener: Listener) => (
  <>
    <ThingState of={listener} />
    <StateReason status={listener.status} className="line-clamp-1 min-w-[220px] max-w-[320px] whitespace-normal" />
  </>
);

function Received({ listener, counts }: { readonly listener: Listener; readonly counts: readonly number[] | undefined }) {
  return <Eps value={rateOf(listener, useLiveFrame())} day={totalOf(counts)} />;
}
