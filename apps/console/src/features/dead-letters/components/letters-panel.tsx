import { useMemo, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, IconButton, Message, SearchInput, Select } from '@acequia/ui';
import type { OperationOutput } from '@acequia/contract';
import { HiddenContentNote } from '#blocks/content/hidden-content.tsx';
import { ListFailed, TableSkeleton } from '#blocks/list/list-states.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { letterSpans, type LetterSearch } from '#lib/letter-search/letter-search.ts';
import { callOperation } from '#lib/operations/call.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useMay } from '#lib/session/index.ts';
import { filterOf, noCause } from '../model/letter-filter.ts';
import { deadLetterTexts } from '../texts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { LetterTable } from './letter-table.tsx';
import type { Chosen } from './use-change.ts';
import { useNames } from './use-names.ts';

type Page = OperationOutput<'deadLetters:list'>;

/** The letters that fit the address, with what can be done to the chosen ones or to all of them. */
export function LettersPanel({
  search,
  total,
  onSearch,
}: {
  readonly search: LetterSearch;
  /** Open letters of the chosen cause. */
  readonly total: number | undefined;
  readonly onSearch: (next: LetterSearch) => void;
}) {
  const t = useTexts(deadLetterTexts);
  const mayChange = useMay('dead-letter:update');
  const mayDiscard = useMay('dead-letter:delete');
  const mayReadContent = useMay('content:read');
  // Looking for a text would tell what is in the events.
  const [filter] = useState(() => filterOf(mayReadContent ? search : { ...search, q: undefined }, Date.now()));
  const { data, error, isFetchingNextPage, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery<Page, OperationError>({
    queryKey: ['deadLetters:list', filter],
    queryFn: ({ pageParam, signal }) =>
      callOperation('deadLetters:list', { ...filter, ...(typeof pageParam === 'string' ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const letters = useMemo(() => data?.pages.flatMap((page) => page.letters) ?? [], [data]);
  const names = useNames(letters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<{ readonly kind: 'redrive' | 'discard'; readonly what: Chosen; readonly count: number }>();
  const [text, setText] = useState(search.q ?? '');
  const open = search.state === undefined;
  const changes = open && (mayChange || mayDiscard);
  const picked = [...chosen].filter((id) => letters.some((letter) => letter.id === id));
  const ask = (kind: 'redrive' | 'discard', all: boolean) =>
    setAsking({ kind, what: all ? { filter } : { ids: picked }, count: all ? (total ?? letters.length) : picked.length });
  return (
    <div className="letters-list">
      <form
        className="flex flex-wrap items-center gap-2"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch({ q: text.trim() === '' ? undefined : text.trim() });
        }}
      >
        {mayReadContent && (
          <span className="basis-[160px] min-w-0 grow max-w-[260px]">
            <SearchInput
              value={text}
              aria-label={t('search')}
              placeholder={t('search')}
              onChange={(next) => {
                setText(next);
                if (next === '' && search.q !== undefined) onSearch({ q: undefined });
              }}
            />
          </span>
        )}
        <Select<'open' | 'redriven' | 'discarded'>
          className="w-auto!"
          aria-label={t('state')}
          value={search.state ?? 'open'}
          onChange={(state) => onSearch({ state: state === 'open' ? undefined : state })}
          options={(['open', 'redriven', 'discarded'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <Select<'always' | (typeof letterSpans)[number]>
          className="w-auto!"
          aria-label={t('since')}
          value={search.since ?? 'always'}
          onChange={(since) => onSearch({ since: since === 'always' ? undefined : since })}
          options={(['always', ...letterSpans] as const).map((value) => ({ value, label: t(value) }))}
        />
        {changes && picked.length > 0 && (
          <span className="flex items-center gap-2 ml-auto">
            <span className="ui-hint whitespace-nowrap">{t('selected', { count: picked.length })}</span>
            <IconButton icon="x" size="sm" label={t('unselect')} onClick={() => setChosen(new Set())} />
            {mayChange && (
              <Button icon="refresh" onClick={() => ask('redrive', false)}>
                {t('redrive')}
              </Button>
            )}
            {mayDiscard && (
              <Button icon="trash" onClick={() => ask('discard', false)}>
                {t('discard')}
              </Button>
            )}
          </span>
        )}
        {changes && picked.length === 0 && letters.length > 0 && (
          <span className="flex items-center gap-2 ml-auto">
            {mayChange && (
              <Button icon="refresh" onClick={() => ask('redrive', true)}>
                {t('redriveAll')}
              </Button>
            )}
            {mayDiscard && (
              <Button icon="trash" onClick={() => ask('discard', true)}>
                {t('discardAll')}
              </Button>
            )}
          </span>
        )}
      </form>
      {!mayReadContent && <HiddenContentNote />}
      {error && !data && <ListFailed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <TableSkeleton />}
      {data && letters.length === 0 && !hasNextPage && (
        <Message
          drawing="no-results"
          title={t('nothing')}
          actions={
            <Button
              icon="x"
              onClick={() => {
                setText('');
                onSearch({ ...noCause, q: undefined, state: undefined, since: undefined });
              }}
            >
              {t('clear')}
            </Button>
          }
        >
          {t('nothingText')}
        </Message>
      )}
      {data && (letters.length > 0 || hasNextPage) && (
        <LetterTable
          letters={letters}
          names={names}
          oneCause={search.code !== undefined}
          chosen={changes ? chosen : undefined}
          onChoose={setChosen}
          onOpen={mayReadContent ? (letter) => onSearch({ letter }) : undefined}
          more={hasNextPage ? t(search.q === undefined ? 'loadMore' : 'searchOn') : undefined}
          loading={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
      <p className="ui-hint" role="status">
        {data && letters.length > 0 ? t('shown', { count: letters.length }) : ''}
      </p>
      {asking && (
        <ChangeDialog
          kind={asking.kind}
          chosen={asking.what}
          count={asking.count}
          undecoded={search.listener !== undefined}
          onClose={(done) => {
            setAsking(undefined);
            if (done) setChosen(new Set());
          }}
        />
      )}
    </div>
  );
}
