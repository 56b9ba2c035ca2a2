import '../alerts.css';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, IconButton, Message, Segmented, Select } from '@acequia/ui';
import { alertPriorities, alertSourceTypes } from '@acequia/contract';
import { ListFailed, TableSkeleton } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { AlertSearch } from '#lib/alert-search/alert-search.ts';
import { withReasonTexts } from '#lib/operations/reason-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { alertTexts } from '../texts.ts';
import { AlertActions } from './alert-actions.tsx';
import { AlertTable } from './alert-table.tsx';

const DeliveryDialog = lazy(withReasonTexts(() => import('./delivery-dialog.tsx').then((module) => ({ default: module.DeliveryDialog }))));

const noFilters: AlertSearch = { priority: undefined, source: undefined, page: undefined };

/** What needs a person, newest first; changes come by themselves. */
export function AlertsPage({ search }: { readonly search: AlertSearch }) {
  const t = useTexts(alertTexts);
  const navigate = useNavigate();
  const mayChange = useMay('alert:update');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { which: shown = 'open', priority, source, page = 1 } = search;
  const { data, error, refetch } = useOperation(
    'alerts:list',
    {
      state: shown === 'resolved' ? 'resolved' : 'open',
      ...(shown === 'resolved' ? {} : { snoozed: shown === 'snoozed' }),
      priority: priority === undefined ? [] : [priority],
      source: source === undefined ? [] : [source],
      page,
    },
    { keepPrevious: true },
  );
  const change = (next: AlertSearch) => {
    setChosen(new Set());
    void navigate({ to: '/alerts', search: (now: Record<string, unknown>) => ({ ...now, page: undefined, ...next }), replace: true });
  };
  const filtered = priority !== undefined || source !== undefined;
  const openCount = data && Object.values(data.open).reduce((sum, count) => sum + count, 0);
  const picked = data?.data.filter(({ id }) => chosen.has(id)) ?? [];
  const choice = <V extends string>(values: readonly V[]) => [
    { value: 'all' as const, label: t('all') },
    ...values.map((value) => ({ value, label: t(value as 'high') })),
  ];
  return (
    <>
      <PageHeader title={t('title')} count={openCount}>
        {mayChange && (
          <Button icon="mail" onClick={() => change({ delivery: true })}>
            {t('delivery')}
          </Button>
        )}
      </PageHeader>
      <main className="frame-body alerts">
        <div className="flex flex-wrap items-center gap-2">
          <Segmented<'open' | 'snoozed' | 'resolved'>
            label={t('shown')}
            value={shown}
            onChange={(next) => change({ which: next === 'open' ? undefined : next })}
            options={(['open', 'snoozed', 'resolved'] as const).map((value) => ({ value, label: t(value) }))}
          />
          <label className="alerts-filter">
            <span>{t('priority')}</span>
            <Select
              className="w-auto!"
              aria-label={t('priority')}
              value={priority ?? 'all'}
              onChange={(next) => change({ priority: next === 'all' ? undefined : next })}
              options={choice(alertPriorities)}
            />
          </label>
          <label className="alerts-filter">
            <span>{t('source')}</span>
            <Select
              className="w-auto!"
              aria-label={t('source')}
              value={source ?? 'all'}
              onChange={(next) => change({ source: next === 'all' ? undefined : next })}
              options={choice(alertSourceTypes)}
            />
          </label>
          <span className="flex-1" />
          {mayChange && picked.length > 0 && (
            <>
              <span className="ui-hint">{t('selected', { count: picked.length })}</span>
              <Button size="sm" variant="ghost" onClick={() => setChosen(new Set())}>
                {t('unselect')}
              </Button>
              <AlertActions alerts={picked} onDone={() => setChosen(new Set())} buttons />
            </>
          )}
        </div>
        {error && !data && <ListFailed error={error} onRetry={() => void refetch()} />}
        {!error && !data && <TableSkeleton />}
        {data?.count === 0 && (
          <div className="grid min-h-72">
            {filtered || shown !== 'open' ? (
              <Message
                drawing="no-results"
                title={t('noneTitle')}
                actions={
                  <Button icon="x" onClick={() => change({ ...noFilters, which: undefined })}>
                    {t('clear')}
                  </Button>
                }
              >
                {t('noneText')}
              </Message>
            ) : (
              <Message drawing="empty" title={t('emptyTitle')}>
                {t('emptyText')}
              </Message>
            )}
          </div>
        )}
        {data && data.count > 0 && (
          <>
            <AlertTable alerts={data.data} chosen={mayChange && shown !== 'resolved' ? chosen : undefined} onChoose={setChosen} />
            {data.count > data.limit && (
              <Pages
                page={page}
                pages={Math.ceil(data.count / data.limit)}
                onPage={(next) => change({ page: next > 1 ? next : undefined })}
              />
            )}
          </>
        )}
      </main>
      {search.delivery && mayChange && (
        <Suspense>
          <DeliveryDialog onClose={() => change({ delivery: undefined })} />
        </Suspense>
      )}
    </>
  );
}

function Pages({ page, pages, onPage }: { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void }) {
  const t = useTexts(alertTexts);
  return (
    <div className="flex items-center justify-end gap-2 text-xs text-muted ui-num">
      <IconButton icon="chevron-left" size="sm" label={t('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <span aria-live="polite">{t('pages', { page, pages })}</span>
      <IconButton icon="chevron-right" size="sm" label={t('next')} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </div>
  );
}
