import type { ReactElement, ReactNode } from 'react';
import { Tag } from '@acequia/ui';

/** A card of a list: tile, name as a real link, menu, state and tags, then numbers. */
export function ResourceCard({
  tile,
  name,
  menu,
  status,
  tags,
  children,
  selected = false,
}: {
  readonly tile: ReactNode;
  readonly name: ReactElement;
  readonly menu: ReactNode;
  readonly status: ReactNode;
  readonly tags: readonly string[];
  readonly children: ReactNode;
  readonly selected?: boolean;
}) {
  return (
    <article className="ui-card resource-card" data-selected={selected}>
      <header className="flex items-center gap-2.5 min-w-0">
        {tile}
        <h2 className="flex-1 min-w-0 font-semibold text-sm truncate">{name}</h2>
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
