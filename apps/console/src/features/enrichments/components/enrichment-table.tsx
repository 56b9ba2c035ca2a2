import { useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import type { Lookup } from '@acequia/contract';
import { ResourceTable, tableName, type Column } from '#blocks/list/resource-table.tsx';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { enrichmentTexts } from '../texts.ts';
import { EnrichmentMenu } from './enrichment-menu.tsx';
import { UsedBy } from './enrichment-status.tsx';
import { EnrichmentTile } from './enrichment-tile.tsx';
import { Amount, Bytes } from './measured.tsx';

export function EnrichmentTable({
  lookups,
  search,
  onSearch,
}: {
  readonly lookups: readonly Lookup[];
  readonly search: ListSearch;
  readonly onSearch: (next: Partial<ListSearch>) => void;
}) {
  const t = useTexts(enrichmentTexts);
  const columns = useMemo(
    (): readonly Column<Lookup>[] => [
      { id: 'state', head: t('state'), cell: stateOf },
      { id: 'key', head: t('key'), cell: ({ keyColumn }) => <span className="ui-mono">{keyColumn}</span> },
      { id: 'rows', head: t('rows'), right: true, cell: ({ active }) => (active ? <Amount value={active.rows} /> : '—') },
      { id: 'size', head: t('size'), right: true, cell: ({ active }) => (active ? <Bytes value={active.bytes} /> : '—') },
      { id: 'used', head: t('usedBy'), cell: (lookup) => <UsedBy lookup={lookup} /> },
    ],
    [t],
  );
  return <ResourceTable items={lookups} search={search} onSearch={onSearch} tile={tileOf} name={nameOf} columns={columns} menu={menuOf} />;
}

const stateOf = (lookup: Lookup) => (
  <>
    <ThingState of={lookup} />
    <StateReason status={lookup.status} className="line-clamp-1 min-w-[220px] max-w-[320px] whitespace-normal" />
  </>
);
const tileOf = () => <EnrichmentTile size={20} />;
const menuOf = (lookup: Lookup) => <EnrichmentMenu lookup={lookup} />;
const nameOf = ({ id, name }: Lookup) => (
  <Link to="/enrichments/$lookupId/edit" params={{ lookupId: id }} className={tableName}>
    {name}
  </Link>
);
