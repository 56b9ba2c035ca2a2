import { useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import type { Datasink } from '@acequia/contract';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { CellTrend } from '#blocks/list/cell-trend.tsx';
import { ResourceTable, tableName, type Column } from '#blocks/list/resource-table.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { waitingFor } from '#blocks/live/live-store.ts';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { objectStateTexts } from '#blocks/object-state/texts.ts';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { Eps, totalOf } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { datasinkTexts } from '../texts.ts';
import { UsedBy, type DatasinkRowsProps } from './datasink-cards.tsx';
import { DatasinkMenu } from './datasink-menu.tsx';

export function DatasinkTable({
  datasinks,
  series,
  search,
  onSearch,
}: Omit<DatasinkRowsProps, 'frame'> & { readonly search: ListSearch; readonly onSearch: (next: Partial<ListSearch>) => void }) {
  const t = useTexts(datasinkTexts);
  const tl = useTexts(listTexts);
  const tState = useTexts(objectStateTexts);
  const language = useLanguage();
  const columns = useMemo(
    (): readonly Column<Datasink>[] => [
      { id: 'type', head: tl('columnType'), muted: true, cell: ({ component }) => titleOf('datasink', component, language) },
      { id: 'state', head: tState('head'), cell: stateOf },
      { id: 'rate-out', head: t('rateOut'), right: true, sorts: ['-out'], cell: ({ id }) => <Delivered id={id} counts={series[id]} /> },
      { id: 'trend', head: tl('lastDay'), unnamed: true, cell: ({ id }) => <CellTrend values={series[id]} tone="out" /> },
      { id: 'queued', head: t('queued'), right: true, cell: waitingOf },
      { id: 'used-by', head: t('usedBy'), cell: (datasink) => <UsedBy datasink={datasink} /> },
    ],
    [t, tl, tState, language, series],
  );
  return (
    <ResourceTable items={datasinks} search={search} onSearch={onSearch} tile={tileOf} name={nameOf} columns={columns} menu={menuOf} />
  );
}

const stateOf = (datasink: Datasink) => (
  <>
    <ThingState of={datasink} />
    <StateReason status={datasink.status} className="line-clamp-1 min-w-[220px] max-w-[320px] whitespace-normal" />
  </>
);
const tileOf = ({ component }: Datasink) => <ComponentTile kind="datasink" id={component} size={20} />;
const menuOf = (datasink: Datasink) => <DatasinkMenu datasink={datasink} />;
const waitingOf = (datasink: Datasink) => <Waiting datasink={datasink} />;
const nameOf = ({ id, name }: Datasink) => (
  <Link to="/datasinks/$datasinkId" params={{ datasinkId: id }} search={(now) => now} className={tableName}>
    {name}
  </Link>
);

function Delivered({ id, counts }: { readonly id: string; readonly counts: readonly number[] | undefined }) {
  const frame = useLiveFrame();
  return <Eps value={frame && (frame.datasinks[id]?.delivered.events ?? 0)} day={totalOf(counts)} />;
}

function Waiting({ datasink }: { readonly datasink: Datasink }) {
  return <Eps value={waitingFor(datasink, useLiveFrame()).events} />;
}
