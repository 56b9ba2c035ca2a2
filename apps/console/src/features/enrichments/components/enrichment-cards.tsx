import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Lookup } from '@acequia/contract';
import { ResourceCard } from '#blocks/list/resource-card.tsx';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { enrichmentTexts } from '../texts.ts';
import { EnrichmentMenu } from './enrichment-menu.tsx';
import { UsedBy } from './enrichment-status.tsx';
import { EnrichmentTile } from './enrichment-tile.tsx';
import { Amount, Bytes } from './measured.tsx';

export function EnrichmentCards({ lookups }: { readonly lookups: readonly Lookup[] }) {
  const t = useTexts(enrichmentTexts);
  return (
    <div className="list-cards">
      {lookups.map((lookup) => (
        <ResourceCard
          key={lookup.id}
          id={lookup.id}
          label={lookup.name}
          tile={<EnrichmentTile />}
          name={
            <Link to="/enrichments/$lookupId/edit" params={{ lookupId: lookup.id }}>
              {lookup.name}
            </Link>
          }
          menu={<EnrichmentMenu lookup={lookup} />}
          status={<ThingState of={lookup} />}
          tags={lookup.tags}
        >
          <StateReason status={lookup.status} className="line-clamp-2" />
          <dl className="grid grid-cols-3 gap-2 text-xs">
            <Figure name={t('rows')} value={lookup.active ? <Amount value={lookup.active.rows} /> : '—'} />
            <Figure name={t('size')} value={lookup.active ? <Bytes value={lookup.active.bytes} /> : '—'} />
            <Figure name={t('key')} value={<span className="ui-mono block truncate">{lookup.keyColumn}</span>} />
          </dl>
          <span className="self-start">
            <UsedBy lookup={lookup} />
          </span>
        </ResourceCard>
      ))}
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="ui-hint">{name}</dt>
      <dd className="text-sm font-medium mt-0.5">{value}</dd>
    </div>
  );
}
