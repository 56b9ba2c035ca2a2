import { Link } from '@tanstack/react-router';
import { Button, Icon } from '@acequia/ui';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { useStateOptions } from '#blocks/object-state/use-state-options.ts';
import { ResourceList } from '#blocks/list/resource-list.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { enrichmentTexts } from '../texts.ts';
import { EnrichmentCards } from './enrichment-cards.tsx';
import { EnrichmentTable } from './enrichment-table.tsx';
import { useEnrichmentBulk } from './use-enrichment-bulk.ts';

export function EnrichmentsPage({ search }: { readonly search: ListSearch }) {
  const t = useTexts(enrichmentTexts);
  const mayCreate = useMay('lookup:create');
  const states = useStateOptions();
  const bulk = useEnrichmentBulk();
  const { data: lookups, error, refetch } = useOperation('lookups:list', {}, { refetchMs: stateRefetchMs });
  return (
    <ResourceList
      list="enrichments"
      title={t('title')}
      searchLabel={t('search')}
      items={lookups}
      error={error}
      onRetry={() => void refetch()}
      search={search}
      facts={{ status: ({ status }) => status.state }}
      sorts={['name', '-name', '-updated', 'updated', '-added', 'added']}
      statuses={states}
      create={
        mayCreate ? (
          <Button asChild variant="primary">
            <Link to="/enrichments/create/type">
              <Icon name="plus" />
              {t('add')}
            </Link>
          </Button>
        ) : undefined
      }
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      bulk={bulk}
      cards={(shown) => <EnrichmentCards lookups={shown} />}
      table={(shown, onSearch) => <EnrichmentTable lookups={shown} search={search} onSearch={onSearch} />}
    />
  );
}
