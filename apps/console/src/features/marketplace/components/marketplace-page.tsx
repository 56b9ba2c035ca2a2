import '../marketplace.css';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, SearchInput, Skeleton } from '@acequia/ui';
import { CardsSkeleton, ListFailed, NoResults } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import { filterTemplates, tagsOf } from '../model/filter-templates.ts';
import { tagName } from '../model/tag-name.ts';
import { marketplaceTexts } from '../texts.ts';
import { TemplateCard } from './template-card.tsx';

const PublishDialog = lazy(() => import('./publish-dialog.tsx').then((module) => ({ default: module.PublishDialog })));

/** Every template, sought by words and tags; both stand in the address. */
export function MarketplacePage({ search }: { readonly search: Pick<ListSearch, 'q' | 'tag'> }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const tenantId = useSession().user.TenantId;
  const mayPublish = useMay('template:create');
  const [publishing, setPublishing] = useState(false);
  const { data: templates, error, refetch } = useOperation('marketplace:getAllTemplates', { tenantId, language }, { keepPrevious: true });
  const navigate = useNavigate();
  const onSearch = (next: Pick<ListSearch, 'q' | 'tag'>) =>
    void navigate({ to: '/marketplace', search: (now: Record<string, unknown>) => ({ ...now, ...next }), replace: true });
  const toggle = (tag: string) => {
    const next = search.tag?.includes(tag) ? search.tag.filter((other) => other !== tag) : [...(search.tag ?? []), tag];
    onSearch({ tag: next.length === 0 ? undefined : next });
  };
  const shown = templates && filterTemplates(templates, search, language);
  const lead = <p className="text-muted pb-3">{t('lead')}</p>;
  return (
    <>
      <PageHeader title={t('title')} crumbs={[{ label: t('home'), to: '/home' }]} count={templates?.length}>
        {mayPublish && (
          <Button icon="publish" onClick={() => setPublishing(true)}>
            {t('publish')}
          </Button>
        )}
      </PageHeader>
      <div className="frame-chips">
        <span className="w-[240px]">
          <SearchInput
            value={search.q ?? ''}
            onChange={(q) => onSearch({ q: q === '' ? undefined : q })}
            aria-label={t('search')}
            placeholder={t('search')}
          />
        </span>
      </div>
      <main className="frame-body">
        {error && !templates && <ListFailed error={error} onRetry={() => void refetch()} />}
        {!error && !templates && (
          <>
            <div className="marketplace-tags">
              {Array.from({ length: 12 }, (_, index) => (
                <Skeleton key={index} width={72} height={26} />
              ))}
            </div>
            {lead}
            <CardsSkeleton />
          </>
        )}
        {templates && (
          <div className="marketplace-tags" role="group" aria-label={t('tags')}>
            {tagsOf(templates).map((tag) => {
              const on = search.tag?.includes(tag) ?? false;
              return (
                <button
                  key={tag}
                  type="button"
                  aria-pressed={on}
                  className={on ? 'ui-chip ui-chip-on' : 'ui-chip'}
                  onClick={() => toggle(tag)}
                >
                  {tagName(tag, language)}
                </button>
              );
            })}
          </div>
        )}
        {templates && shown && shown.length === 0 && (
          <NoResults hidden={templates.length} onClear={() => onSearch({ q: undefined, tag: undefined })} />
        )}
        {shown && shown.length > 0 && (
          <>
            {lead}
            <div className="list-cards">
              {shown.map((template) => (
                <TemplateCard key={template.id} template={template} />
              ))}
            </div>
          </>
        )}
      </main>
      {publishing && (
        <Suspense>
          <PublishDialog onClose={() => setPublishing(false)} />
        </Suspense>
      )}
    </>
  );
}
