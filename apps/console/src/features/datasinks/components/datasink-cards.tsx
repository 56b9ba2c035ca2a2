import { Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { Dot } from '@acequia/ui';
import type { Datasink, LiveFrame } from '@acequia/contract';
import { RangeTrend } from '#blocks/charts/range-trend.tsx';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { ResourceCard } from '#blocks/list/resource-card.tsx';
import { StateReason } from '#blocks/object-state/state-reason.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { Eps, totalOf } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { overviewOf } from '../model/overview-of.ts';
import { datasinkTexts } from '../texts.ts';
import { DatasinkMenu } from './datasink-menu.tsx';

export interface DatasinkRowsProps {
  readonly datasinks: readonly Datasink[];
  readonly frame: LiveFrame | undefined;
  readonly series: Readonly<Record<string, readonly number[]>>;
}

export function UsedBy({ datasink: { usedBy } }: { readonly datasink: Datasink }) {
  const t = useTexts(datasinkTexts);
  return <span className="ui-hint truncate">{usedBy.length === 0 ? t('unused') : t('used', { count: usedBy.length })}</span>;
}

export function DatasinkCards({ datasinks, frame, series }: DatasinkRowsProps) {
  return (
    <div className="list-cards">
      {datasinks.map((datasink) => (
        <ResourceCard
          key={datasink.id}
          id={datasink.id}
          label={datasink.name}
          tile={<ComponentTile kind="datasink" id={datasink.component} />}
          name={
            <Link to="/datasinks/$datasinkId" params={{ datasinkId: datasink.id }} search={(search) => search}>
              {datasink.name}
            </Link>
          }
          menu={<DatasinkMenu datasink={datasink} />}
          status={
            <>
              <ThingState of={datasink} />
              <UsedBy datasink={datasink} />
            </>
          }
          tags={datasink.tags}
        >
          <div className="h-11">
            <StateReason status={datasink.status} className="line-clamp-2">
              <RangeTrend series={[{ values: series[datasink.id] ?? [], tone: 'out' }]} height={44} />
            </StateReason>
          </div>
          <div className="flex items-center gap-2">
            <Dot tone="out" />
            <Eps value={frame && (frame.datasinks[datasink.id]?.delivered.events ?? 0)} day={totalOf(series[datasink.id])} unit />
            <span className="ml-auto ui-hint truncate">
              <Suspense>
                <Destination datasink={datasink} />
              </Suspense>
            </span>
          </div>
        </ResourceCard>
      ))}
    </div>
  );
}

/** The first line of its overview; suspends until its definition is there. */
function Destination({ datasink }: { readonly datasink: Datasink }) {
  const language = useLanguage();
  return overviewOf(useDefinition('datasink', datasink.component), datasink, language)[0];
}
