import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ListGroup } from './list-groups.ts';
import { useVirtualLines } from './use-virtual-lines.ts';

/** Of `.list-cards`, and what a card of any list is high at most. */
const cardMinPx = 272;
const gapPx = 12;
const cardPx = 176;

type Line<T> =
  | { readonly key: string; readonly heading: string; readonly count: number }
  | { readonly key: string; readonly items: readonly T[] };

/** The cards of a list, a line of them at a time; groups under headings. */
export function ResourceCards<T>({
  groups,
  draw,
}: {
  readonly groups: readonly ListGroup<T>[];
  readonly draw: (items: readonly T[]) => ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  const columns = useColumns(element);
  const lines = useMemo(() => groups.flatMap((group) => linesOf(group, columns)), [groups, columns]);
  const { drawn, before, after } = useVirtualLines(element, lines.length, cardPx);
  return (
    <div ref={element} className="flex flex-col gap-3">
      {before > 0 && <div style={{ height: before - gapPx }} />}
      {drawn.map((index) => {
        const line = lines[index];
        if (!line) return null;
        if ('items' in line) return <div key={line.key}>{draw(line.items)}</div>;
        return (
          <h2 key={line.key} className="list-group">
            {line.heading} <span className="ui-hint">{line.count}</span>
          </h2>
        );
      })}
      {after > 0 && <div style={{ height: after }} />}
    </div>
  );
}

function linesOf<T>({ key, label, items }: ListGroup<T>, columns: number): readonly Line<T>[] {
  const lines: Line<T>[] = label === undefined ? [] : [{ key, heading: label, count: items.length }];
  for (let from = 0; from < items.length; from += columns) lines.push({ key: `${key} ${from}`, items: items.slice(from, from + columns) });
  return lines;
}

/** How many cards fit beside each other. */
function useColumns(element: { readonly current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(4);
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return;
    const measure = () => setColumns(Math.max(1, Math.floor((own.clientWidth + gapPx) / (cardMinPx + gapPx))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return columns;
}
