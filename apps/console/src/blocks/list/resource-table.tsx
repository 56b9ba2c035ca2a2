import { memo, useMemo, useRef, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { Card, Checkbox, Tag } from '@acequia/ui';
import { pageTitleId } from '#blocks/page/page-title-id.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { rowPxOf, shownPreferences } from '#lib/preferences/preferences.ts';
import { useListSurroundings, type ListSelection } from './list-context.ts';
import type { ListGroup } from './list-groups.ts';
import type { Listed } from './list-model.ts';
import type { SortCycle } from './sort-cycle.ts';
import { TableHead } from './table-head.tsx';
import { nameColumn, resized, visible } from './table-settings.ts';
import { listTexts } from './texts.ts';
import { useTableSettings } from './use-table-settings.ts';
import { useVirtualLines } from './use-virtual-lines.ts';

export interface Column<T> {
  /** Stays the same between versions: under it the user's arrangement is kept. */
  readonly id: string;
  /** For the eyes, or (`unnamed`) for screen readers only. */
  readonly head: string;
  readonly unnamed?: boolean;
  /** Numbers stand on the right. */
  readonly right?: boolean;
  readonly muted?: boolean;
  readonly sorts?: SortCycle;
  readonly cell: (item: T) => ReactNode;
}

/** A column with its place: width where the user gave one, left edge where it is pinned. */
export interface PlacedColumn<T> extends Column<T> {
  readonly className: string;
  readonly style: CSSProperties | undefined;
}

const checkPx = 36;
const pinnedPx = 180;

type Line<T> = { readonly heading: string; readonly count: number; readonly key: string } | { readonly item: T; readonly key: string };

/** Found when they are drawn: making a line of each of ten thousand things would take longer than drawing those that are seen. */
interface Lines<T> {
  readonly count: number;
  readonly at: (index: number) => Line<T> | undefined;
}

/**
 * The rows of a list as a table: name first, then what the list says of its own, tags, last change, menu; arranged by its user.
 * `tile`, `name`, `columns` and `menu` stay the same from one drawing to the next, or every row is drawn again; what changes often,
 * such as live numbers, is read by the cells themselves.
 */
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
  const { list, selection, groups } = useListSurroundings();
  const { settings, change } = useTableSettings(list);
  const all = useMemo(
    (): readonly Column<T>[] => [
      {
        id: nameColumn,
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
      { id: 'tags', head: t('columnTags'), cell: (item) => <Tags tags={item.tags} /> },
      {
        id: 'updated',
        head: t('columnUpdated'),
        muted: true,
        sorts: ['-updated', 'updated'],
        cell: (item) => <TimeAgo atMs={item.updatedAt} />,
      },
    ],
    [columns, name, t, tile],
  );
  const startPx = selection ? checkPx : 0;
  const placed = useMemo(() => place(visible(all, settings), settings, startPx), [all, settings, startPx]);
  const lines = useMemo(
    () => linesOf((groups as readonly ListGroup<T>[] | undefined) ?? [{ key: 'all', label: undefined, items }]),
    [groups, items],
  );
  const body = useRef<HTMLTableSectionElement>(null);
  const { drawn, before, after } = useVirtualLines(body, lines.count, rowPxOf(shownPreferences().tableDensity));
  const span = placed.length + (selection ? 2 : 1);
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table" aria-labelledby={pageTitleId} aria-rowcount={lines.count + 1}>
        <TableHead
          list={list}
          settled={all}
          columns={placed}
          sort={search.sort ?? 'name'}
          onSort={(sort) => onSearch({ sort })}
          onResize={(id, widthPx) => change(resized(settings, id, widthPx))}
          selection={selection}
          ids={items.map(({ id }) => id)}
        />
        <tbody ref={body}>
          {before > 0 && <Gap heightPx={before} />}
          {drawn.map((index) => {
            const line = lines.at(index);
            if (!line) return null;
            if ('item' in line)
              return (
                <Row
                  key={line.key}
                  item={line.item}
                  columns={placed as readonly PlacedColumn<Listed>[]}
                  menu={menu as (item: Listed) => ReactNode}
                  chosen={selection?.chosen.has(line.item.id)}
                  onToggle={selection?.toggle}
                  rowIndex={index + 2}
                />
              );
            return (
              <tr key={line.key} aria-rowindex={index + 2}>
                <th scope="rowgroup" colSpan={span} className="ui-table-group">
                  {line.heading} <span className="ui-hint">{line.count}</span>
                </th>
              </tr>
            );
          })}
          {after > 0 && <Gap heightPx={after} />}
        </tbody>
      </table>
    </Card>
  );
}

/** Drawn again only when its thing, its columns or its choice change: not while the page scrolls. */
const Row = memo(function Row({
  item,
  columns,
  menu,
  chosen,
  onToggle,
  rowIndex,
}: {
  readonly item: Listed;
  readonly columns: readonly PlacedColumn<Listed>[];
  readonly menu: (item: Listed) => ReactNode;
  readonly chosen: boolean | undefined;
  readonly onToggle: ListSelection['toggle'] | undefined;
  readonly rowIndex: number;
}) {
  const t = useTexts(listTexts);
  return (
    <tr data-selected={chosen ?? false} aria-rowindex={rowIndex}>
      {onToggle && (
        <td className="ui-table-check">
          <Checkbox checked={chosen ?? false} onChange={() => onToggle(item.id)} aria-label={t('choose', { name: item.name })} />
        </td>
      )}
      {columns.map(({ id, className, style, cell }) => (
        <td key={id} className={className} style={style}>
          {cell(item)}
        </td>
      ))}
      <td className="ui-actions">{menu(item)}</td>
    </tr>
  );
});

const Gap = ({ heightPx }: { readonly heightPx: number }) => <tr aria-hidden style={{ height: heightPx }} />;

function linesOf<T extends Listed>(groups: readonly ListGroup<T>[]): Lines<T> {
  const sizes = groups.map(({ label, items }) => items.length + (label === undefined ? 0 : 1));
  const at = (index: number): Line<T> | undefined => {
    let place = index;
    for (const [number, { key, label, items }] of groups.entries()) {
      if (place >= sizes[number]!) {
        place -= sizes[number]!;
        continue;
      }
      if (label !== undefined && place === 0) return { key, heading: label, count: items.length };
      const item = items[label === undefined ? place : place - 1];
      return item && { key: `${key} ${item.id}`, item };
    }
    return undefined;
  };
  return { count: sizes.reduce((sum, size) => sum + size, 0), at };
}

/** Pinned columns stand beside each other at the left edge, the name always; for that they need widths. */
function place<T>(
  columns: readonly Column<T>[],
  { pinned, widths }: ReturnType<typeof useTableSettings>['settings'],
  startPx: number,
): readonly PlacedColumn<T>[] {
  let leftPx = startPx;
  const anyPinned = columns.some(({ id }) => pinned.includes(id));
  return columns.map((column) => {
    const sticks = column.id === nameColumn || pinned.includes(column.id);
    const widthPx = widths[column.id] ?? (sticks && anyPinned ? pinnedPx : undefined);
    const left = leftPx;
    if (sticks) leftPx += widthPx ?? 0;
    const classes = [
      column.right ? 'ui-right ui-num' : '',
      column.muted ? 'text-muted' : '',
      sticks ? 'ui-table-pinned' : '',
      widthPx ? 'ui-table-cut' : '',
    ];
    return {
      ...column,
      className: classes.filter(Boolean).join(' '),
      style:
        sticks || widthPx
          ? { ...(sticks ? { left } : {}), ...(widthPx ? { width: widthPx, minWidth: widthPx, maxWidth: widthPx } : {}) }
          : undefined,
    };
  });
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
