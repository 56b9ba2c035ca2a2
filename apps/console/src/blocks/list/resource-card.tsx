import type { ReactElement, ReactNode } from 'react';
import { Checkbox, Tag } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useListSurroundings } from './list-context.ts';
import { listTexts } from './texts.ts';

/** A card of a list: tile, name as a real link, menu, state and tags, then numbers. */
export function ResourceCard({
  id,
  label,
  tile,
  name,
  menu,
  status,
  tags,
  children,
}: {
  readonly id: string;
  /** Name of the thing, for screen readers. */
  readonly label: string;
  readonly tile: ReactNode;
  readonly name: ReactElement;
  readonly menu: ReactNode;
  readonly status: ReactNode;
  readonly tags: readonly string[];
  readonly children: ReactNode;
}) {
  const t = useTexts(listTexts);
  const { selection } = useListSurroundings();
  const chosen = selection?.chosen.has(id) ?? false;
  return (
    <article className="ui-card resource-card" data-selected={chosen}>
      <header className="flex items-center gap-2.5 min-w-0">
        {selection && (
          <span className="relative z-1 resource-card-check">
            <Checkbox checked={chosen} onChange={() => selection.toggle(id)} aria-label={t('choose', { name: label })} />
          </span>
        )}
        {tile}
        <h2 className="flex-1 min-w-0 font-semibold text-sm truncate" title={label}>
          {name}
        </h2>
        <span className="relative z-1">{menu}</span>
      </header>
      <div className="flex items-center gap-1.5 min-h-5 overflow-hidden">
        {status}
        {tags.slice(0, 3).map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        {tags.length > 3 && <span className="ui-hint">+{tags.length - 3}</span>}
      </div>
      {children}
    </article>
  );
}
