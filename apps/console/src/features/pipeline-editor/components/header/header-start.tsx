import { Icon, Tile } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Where the header begins: the way back, the mark of a pipeline, and what it is called. */
export function HeaderStart({
  to,
  back,
  children,
}: {
  readonly to: '/pipelines' | '/home';
  /** Words of the way back. */
  readonly back: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <Link to={to} className="ui-btn ui-btn-ghost ui-btn-sm ui-btn-icon" aria-label={back} title={back}>
        <Icon name="chevron-left" />
      </Link>
      <Tile tone="pipeline">
        <Icon name="pipeline" />
      </Tile>
      <div className="pe-header-name">{children}</div>
    </>
  );
}
