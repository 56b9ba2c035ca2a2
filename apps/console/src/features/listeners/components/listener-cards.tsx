import { Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { Dot, Sparkline } from '@acequia/ui';
import type { Listener, LiveFrame } from '@acequia/contract';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { ResourceCard } from '#blocks/list/resource-card.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { socketsOf } from '../model/definition-of.ts';
import { troubleOf } from '../model/listener-state.ts';
import { ListenerMenu } from './listener-menu.tsx';
import { ListenerReason } from './listener-reason.tsx';
import { ListenerStatus } from './listener-status.tsx';

export interface ListenerRowsProps {
  readonly listeners: readonly Listener[];
  readonly frame: LiveFrame | undefined;
  readonly series: Readonly<Record<string, readonly number[]>>;
}

/** Events per second; undefined where nothing listens or no frame has come. */
export const rateOf = ({ id, state }: Listener, frame: LiveFrame | undefined): number | undefined =>
  state === 'created' && frame ? (frame.listeners[id]?.received.events ?? 0) : undefined;

export function ListenerCards({ listeners, frame, series }: ListenerRowsProps) {
  return (
    <div className="list-cards">
      {listeners.map((listener) => (
        <ResourceCard
          key={listener.id}
          id={listener.id}
          label={listener.name}
          tile={<ComponentTile kind="listener" id={listener.component} />}
          name={
            <Link to="/listeners/$listenerId" params={{ listenerId: listener.id }} search={(search) => search}>
              {listener.name}
            </Link>
          }
          menu={<ListenerMenu listener={listener} />}
          status={<ListenerStatus listener={listener} />}
          tags={listener.tags}
        >
          {troubleOf(listener) ? (
            <div className="h-11">
              <ListenerReason listener={listener} className="line-clamp-2" />
            </div>
          ) : (
            <Sparkline series={[{ values: series[listener.id] ?? [], tone: 'in' }]} height={44} />
          )}
          <div className="flex items-center gap-2">
            <Dot tone="in" />
            <Eps value={rateOf(listener, frame)} unit />
            <span className="ml-auto ui-hint truncate">
              <Suspense>
                <Sockets listener={listener} />
              </Suspense>
            </span>
          </div>
        </ResourceCard>
      ))}
    </div>
  );
}

/** Where it listens; `none`: what is said of one that does not. Suspends until its definition is there. */
export function Sockets({ listener, none = '' }: { readonly listener: Listener; readonly none?: string }) {
  const sockets = socketsOf(useDefinition('listener', listener.component), listener);
  return sockets.length === 0 ? none : sockets.join(', ');
}
