import type { ReactElement, ReactNode } from 'react';
import { Card, SortHead, Tag } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import type { Listed } from './list-model.ts';
import { directionOf, nextSort, type SortCycle } from './sort-cycle.ts';
import { listTexts } from './texts.ts';

export interface Column<T> {
  /** For the eyes, or (`unnamed`) for screen readers only. */
  readonly head: string;
  readonly unnamed?: boolean;
  /** Numbers stand on the right. */
  readonly right?: boolean;
  readonly muted?: boolean;
  readonly sorts?: SortCycle;
  readonly cell: (item: T) => ReactNode;
}

const classOf = ({ right, muted }: Pick<Column<never>, 'right' | 'muted'>): string =>
  [right ? 'ui-right ui-num' : '', muted ? 'text-muted' : ''].join(' ').trim();

/** The rows of a list as a table: name first, then what the list says of its own, tags, last change, menu. */
export function ResourceTable<T extends Listed>({
  items,
  tile,
  name,
  columns,
  menu,
  search,
  onSearch,
}: {
  readonly items: readonly T[];
  readonly tile?: (item: T) => ReactNode;
  /** A real link. */
  readonly name: (item: T) => ReactElement;
  readonly columns: readonly Column<T>[];
  readonly menu: (item: T) => ReactNode;
  readonly search: ListSearch;
  readonly onSearch: (next: Partial<ListSearch>) => void;
}) {
  const t = useTexts(listTexts);
  const sort = search.sort ?? 'name';
  const all: readonly Column<T>[] = [
    {
      head: t('columnName'),
      sorts: ['name', '-name'],
      cell: (item) => (
        <span className="flex items-center gap-2.5">
          {tile?.(item)}
          {name(item)}
        </span>
      ),
    },
    ...columns,
    { head: t('columnTags'), cell: (item) => <Tags tags={item.tags} /> },
    { head: t('columnUpdated'), muted: true, sorts: ['-updated', 'updated'], cell: (item) => <TimeAgo atMs={item.updatedAt} /> },
  ];
  const head = (column: Column<T>, index: number) => {
    const { head: label, sorts, right = false } = column;
    if (sorts) {
      const onSort = () => onSearch({ sort: nextSort(sorts, sort) });
      return <SortHead key={index} label={label} right={right} direction={directionOf(sorts, sort)} onSort={onSort} />;
    }
    return (
      <th key={index} scope="col" className={right ? 'ui-right' : ''} {...(column.unnamed ? { 'aria-label': label } : {})}>
        {!column.unnamed && label}
      </th>
    );
  };
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table">
        <thead>
          <tr>
            {all.map(head)}
            <td className="ui-actions" aria-hidden />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              {all.map((column, index) => (
                <td key={index} className={classOf(column)}>
                  {column.cell(item)}
                </td>
              ))}
              <td className="ui-actions">{menu(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Of a link in the first column. */
export const tableName = 'font-medium hover:underline';

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="flex gap-1 items-center">
      {tags.slice(0, 2).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {tags.length > 2 && (
        <span className="ui-hint" title={tags.slice(2).join(', ')}>
          +{tags.length - 2}
        </span>
      )}
    </span>
  );
}
