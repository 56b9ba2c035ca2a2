import '../dead-letters.css';
import { useNavigate } from '@tanstack/react-router';
import { dayMs } from '@acequia/base';
import { Message, Note } from '@acequia/ui';
import type { OperationOutput } from '@acequia/contract';
import { ListFailed, TableSkeleton } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { LetterSearch } from '#lib/letter-search/letter-search.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { filterOf, isChosen } from '../model/letter-filter.ts';
import { deadLetterTexts } from '../texts.ts';
import { CauseList } from './cause-list.tsx';
import { ExportMenu } from './export-menu.tsx';
import { LetterDrawer } from './letter-drawer.tsx';
import { LettersPanel } from './letters-panel.tsx';
import { useNames } from './use-names.ts';

const refetchMs = 10_000;

/** Everything no step and no destination would take: by cause, searched, mended, sent again, exported, given up. */
export function DeadLettersPage({ search }: { readonly search: LetterSearch }) {
  const t = useTexts(deadLetterTexts);
  const { data: summary, error, refetch } = useOperation('deadLetters:causes', {}, { refetchMs });
  const navigate = useNavigate();
  const mayReadContent = useMay('content:read');
  const onSearch = (next: LetterSearch) =>
    void navigate({ to: '/dead-letters', search: (now: Record<string, unknown>) => ({ ...now, ...next }), replace: true });
  const causes = summary?.causes ?? [];
  const names = useNames(causes);
  const total = causes.reduce((sum, { count }) => sum + count, 0);
  const nothing = summary !== undefined && total === 0 && Object.values(search).every((value) => value === undefined);
  return (
    <>
      <PageHeader title={t('title')} count={summary && total}>
        {mayReadContent && <ExportMenu filter={filterOf(search, Date.now())} disabled={summary === undefined} />}
      </PageHeader>
      {summary && <Warnings summary={summary} />}
      {error && !summary && (
        <main className="frame-body">
          <ListFailed error={error} onRetry={() => void refetch()} />
        </main>
      )}
      {!error && !summary && (
        <main className="frame-body">
          <TableSkeleton />
        </main>
      )}
      {nothing && (
        <main className="frame-body grid">
          <Message drawing="empty" title={t('emptyTitle')}>
            {t('emptyText')}
          </Message>
        </main>
      )}
      {summary && !nothing && (
        <main className="letters">
          <CauseList causes={causes} search={search} names={names} onSearch={onSearch} />
          <LettersPanel
            key={JSON.stringify({ ...search, letter: undefined })}
            search={search}
            total={causes.find((cause) => isChosen(cause, search))?.count}
            onSearch={onSearch}
          />
        </main>
      )}
      {search.letter !== undefined && (
        <LetterDrawer id={search.letter} onClose={() => onSearch({ letter: undefined })} onOther={(letter) => onSearch({ letter })} />
      )}
    </>
  );
}

function Warnings({ summary }: { readonly summary: OperationOutput<'deadLetters:causes'> }) {
  const t = useTexts(deadLetterTexts);
  const { away, lost, ageMs } = summary;
  const notes = [
    ...(away.length > 0 ? [t('away', { names: away.join(', ') })] : []),
    ...(lost.limit > 0 ? [t('lostLimit', { count: lost.limit })] : []),
    ...(lost.age > 0 ? [t('lostAge', { count: lost.age, days: Math.round(ageMs / dayMs) })] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <div className="px-5 pt-3">
      <Note tone="warning" title={notes.join(' ')} />
    </div>
  );
}
