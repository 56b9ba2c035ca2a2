import type { ReactElement, ReactNode } from 'react';
import { Message, Segmented } from '@acequia/ui';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { ListSearch, Sort } from '#lib/list-search/list-search.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { isFiltered, viewOf, type Listed, type ListFacts } from './list-model.ts';
import { CardsSkeleton, ListFailed, NoResults, TableSkeleton } from './list-states.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { listTexts } from './texts.ts';
import { useListAddress } from './use-list-view.ts';

export interface ResourceListProps<T extends Listed> {
  /** Under which the chosen view is remembered in this browser. */
  readonly list: string;
  readonly title: string;
  /** Name of the search field. */
  readonly searchLabel: string;
  /** Undefined until they are there. */
  readonly items: readonly T[] | undefined;
  readonly error: OperationError | null;
  readonly onRetry: () => void;
  readonly search: ListSearch;
  readonly facts: ListFacts<T>;
  readonly sorts: readonly Sort[];
  readonly statuses: readonly { readonly value: string; readonly label: string }[];
  /** The primary button, a link that makes a new one; absent for who may not. */
  readonly create: ReactElement | undefined;
  /** Shown while there are none: what they are, and one more way on. */
  readonly empty: { readonly title: string; readonly text: string; readonly link?: ReactNode };
  readonly cards: (items: readonly T[]) => ReactNode;
  readonly table: (items: readonly T[], onSearch: (next: Partial<ListSearch>) => void) => ReactNode;
}

/** A list with its search, filters and order in the address, as cards or as a table; empty, nothing found and failed are different. */
export function ResourceList<T extends Listed>(props: ResourceListProps<T>) {
  const { title, items, error, search, create, empty } = props;
  const t = useTexts(listTexts);
  const { view, setView, setSearch } = useListAddress(props.list, search);
  const list = items && viewOf(items, search, props.facts);
  return (
    <>
      <PageHeader title={title} count={items?.length}>
        <Segmented
          label={t('view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'cards', label: t('cards'), icon: 'grid' },
            { value: 'table', label: t('table'), icon: 'list' },
          ]}
        />
        {create}
      </PageHeader>
      <ListToolbar
        search={search}
        onSearch={setSearch}
        tags={list?.tags ?? []}
        placeholder={props.searchLabel}
        sorts={props.sorts}
        statuses={props.statuses}
      />
      <main className="frame-body">
        {error && !list && <ListFailed error={error} onRetry={props.onRetry} />}
        {!error && !list && (view === 'cards' ? <CardsSkeleton /> : <TableSkeleton />)}
        {list?.shown.length === 0 && !isFiltered(search) && (
          <div className="grid min-h-96">
            <Message
              drawing="empty"
              title={empty.title}
              actions={
                <>
                  {create}
                  {empty.link}
                </>
              }
            >
              {empty.text}
            </Message>
          </div>
        )}
        {list?.shown.length === 0 && isFiltered(search) && (
          <NoResults hidden={list.hidden} onClear={() => setSearch({ q: undefined, tag: undefined, status: undefined })} />
        )}
        {list && list.shown.length > 0 && (view === 'cards' ? props.cards(list.shown) : props.table(list.shown, setSearch))}
      </main>
    </>
  );
}
