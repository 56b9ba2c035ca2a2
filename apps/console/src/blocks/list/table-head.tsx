import { useRef, type PointerEvent } from 'react';
import { Checkbox, SortHead } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { Sort } from '#lib/list-search/list-search.ts';
import type { ListSelection } from './list-context.ts';
import type { PlacedColumn } from './resource-table.tsx';
import { directionOf, nextSort } from './sort-cycle.ts';
import { TableSettingsMenu } from './table-settings-menu.tsx';
import { listTexts } from './texts.ts';

/** Heads that sort, and edges to drag; all rows are chosen at once here. */
export function TableHead<T>({
  list,
  settled,
  columns,
  sort,
  onSort,
  onResize,
  selection,
  ids,
}: {
  readonly list: string;
  /** All columns, also those that are hidden. */
  readonly settled: readonly { readonly id: string; readonly head: string }[];
  readonly columns: readonly PlacedColumn<T>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly onResize: (id: string, widthPx: number) => void;
  readonly selection: ListSelection | undefined;
  /** Of all rows of the list as it is filtered now. */
  readonly ids: readonly string[];
}) {
  const t = useTexts(listTexts);
  const chosen = selection ? ids.filter((id) => selection.chosen.has(id)).length : 0;
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="ui-table-check">
            <Checkbox
              checked={chosen === ids.length}
              mixed={chosen > 0 && chosen < ids.length}
              onChange={() => selection.set(ids, chosen < ids.length)}
              aria-label={t('chooseAll', { count: ids.length })}
            />
          </th>
        )}
        {columns.map(({ id, head, sorts, right = false, unnamed = false, className, style }) => {
          const edge = <Edge onWidth={(widthPx) => onResize(id, widthPx)} />;
          if (sorts)
            return (
              <SortHead
                key={id}
                label={head}
                right={right}
                className={className}
                style={style}
                direction={directionOf(sorts, sort)}
                onSort={() => onSort(nextSort(sorts, sort))}
              >
                {edge}
              </SortHead>
            );
          return (
            <th key={id} scope="col" className={className} style={style} {...(unnamed ? { 'aria-label': head } : {})}>
              {!unnamed && head}
              {edge}
            </th>
          );
        })}
        <td className="ui-actions">
          <TableSettingsMenu list={list} columns={settled} />
        </td>
      </tr>
    </thead>
  );
}

/** The right edge of a head, for the pointer; the settings of the table do the same with keys. */
function Edge({ onWidth }: { readonly onWidth: (widthPx: number) => void }) {
  const start = useRef<{ readonly x: number; readonly widthPx: number; readonly head: HTMLElement }>(undefined);
  const widthAt = ({ clientX }: PointerEvent): number | undefined => start.current && start.current.widthPx + clientX - start.current.x;
  return (
    <span
      className="ui-table-edge"
      aria-hidden
      onPointerDown={(event) => {
        const head = event.currentTarget.closest('th');
        if (!head) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, widthPx: head.offsetWidth, head };
      }}
      onPointerMove={(event) => {
        const widthPx = widthAt(event);
        if (widthPx !== undefined) start.current?.head.style.setProperty('min-width', `${widthPx}px`);
      }}
      onPointerUp={(event) => {
        const widthPx = widthAt(event);
        start.current?.head.style.removeProperty('min-width');
        start.current = undefined;
        if (widthPx !== undefined) onWidth(widthPx);
      }}
    />
  );
}
