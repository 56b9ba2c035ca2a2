import type { ReactElement, ReactNode } from 'react';
import { Message, Segmented } from '@acequia/ui';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { groupings, type ListSearch, type Sort } from '#lib/list-search/list-search.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import type { BulkActions } from './bulk.ts';
import { ListContext } from './list-context.ts';
import { groupsOf, type ListGroup } from './list-groups.ts';
import { isFiltered, keysFor, viewOf, type Listed, type ListFacts } from './list-model.ts';
import { CardsSkeleton, ListFailed, NoResults, TableSkeleton } from './list-states.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { ResourceCards } from './resource-cards.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { listTexts } from './texts.ts';
import { useListAddress } from './use-list-view.ts';
import { useSelection } from './use-selection.ts';

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
  /** Over the entries while there are any, such as what flows through all of them. */
  readonly above?: ReactNode;
  /** Absent: things cannot be chosen. */
  readonly bulk?: BulkActions<T>;
}

const none: readonly never[] = [];

/** A list with its search, filters and order in the address, as cards or as a table; empty, nothing found and failed are different. */
export function ResourceList<T extends Listed>(props: ResourceListProps<T>) {
  const { title, items, error, search, create, empty } = props;
  const t = useTexts(listTexts);
  const { view, setView, setSearch } = useListAddress(props.list, search);
  const list = items && viewOf(items, search, props.facts);
  const shown = list?.shown ?? none;
  const selecting = useSelection(items ?? none);
  const selection = props.bulk && (props.bulk.remove ?? props.bulk.tags) ? selecting : undefined;
  const keysOf = search.group && keysFor(search.group, props.facts);
  const labelOf = (key: string) => (search.group === 'status' ? (props.statuses.find(({ value }) => value === key)?.label ?? key) : key);
  const groups = groupsOf(shown, keysOf, labelOf, t('withoutTag'));
  const surroundings = { list: props.list, selection, groups: keysOf && (groups as unknown as readonly ListGroup<Listed>[]) };
  return (
    <ListContext value={surroundings}>
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
        groupings={groupings.filter((grouping) => keysFor(grouping, props.facts))}
      />
      <main className="frame-body">
        {error && !list && <ListFailed error={error} onRetry={props.onRetry} />}
        {!error && !list && (view === 'cards' ? <CardsSkeleton /> : <TableSkeleton />)}
        {items && items.length > 0 && props.above}
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
        {shown.length > 0 && (view === 'cards' ? <ResourceCards groups={groups} draw={props.cards} /> : props.table(shown, setSearch))}
      </main>
      {selection && props.bulk && items && <SelectionBar items={items} shown={shown} selection={selection} actions={props.bulk} />}
    </ListContext>
  );
}
