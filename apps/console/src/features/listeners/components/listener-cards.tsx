import { Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { Dot } from '@acequia/ui';
import type { Listener, LiveFrame } from '@acequia/contract';
import { RangeTrend } from '#blocks/charts/range-trend.tsx';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { ResourceCard } from '#blocks/list/resource-card.tsx';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { Eps, totalOf } from '#blocks/page/rate.tsx';
import { socketsOf } from '../model/definition-of.ts';
import { ListenerMenu } from './listener-menu.tsx';

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
          status={<ThingState of={listener} />}
          tags={listener.tags}
        >
          <div className="h-11">
            <StateReason status={listener.status} className="line-clamp-2">
              <RangeTrend series={[{ values: series[listener.id] ?? [], tone: 'in' }]} height={44} />
            </StateReason>
          </div>
          <div className="flex items-center gap-2">
            <Dot tone="in" />
            <Eps value={rateOf(listener, frame)} day={totalOf(series[listener.id])} unit />
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
