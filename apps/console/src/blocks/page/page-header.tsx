import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Count } from '@acequia/ui';
import { useTitle } from '#lib/title/use-title.ts';
import { pageTitleId } from './page-title-id.ts';

export interface Crumb {
  readonly label: string;
  readonly to:
    | '/home'
    | '/listeners'
    | '/datasinks'
    | '/pipelines'
    | '/marketplace'
    | '/listeners/create/type'
    | '/datasinks/create/type'
    | '/enrichments'
    | '/enrichments/create/type';
}

/** The line on top of every page: where we are, how many there are, one primary button. Names the tab as well. */
export function PageHeader({
  title,
  crumbs = [],
  count,
  children,
}: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly count?: number | undefined;
  readonly children?: ReactNode;
}) {
  useTitle(title);
  return (
    <header className="frame-head">
      {crumbs.map((crumb) => (
        <span key={crumb.label} className="text-muted flex gap-2 whitespace-nowrap">
          <Link to={crumb.to} className="hover:text-text">
            {crumb.label}
          </Link>
          <span aria-hidden>/</span>
        </span>
      ))}
      <h1 id={pageTitleId} className="truncate">
        {title}
      </h1>
      {count !== undefined && <Count>{count}</Count>}
      <span className="flex-1" />
      {children}
    </header>
  );
}
