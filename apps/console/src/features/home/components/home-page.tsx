import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Icon, LiveDot, Menu, MenuItem, Segmented, type IconName } from '@acequia/ui';
import type { Permission } from '@acequia/domain';
import { DateRange } from '#blocks/date-range/date-range.tsx';
import { useLiveState } from '#blocks/live/live-provider.tsx';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useRange } from '#lib/ranges/use-range.ts';
import { may, useSession } from '#lib/session/index.ts';
import { hasRun } from '../model/has-run.ts';
import { homeTexts } from '../texts.ts';
import { DestinationsSkeleton, FlowSkeleton } from './home-skeletons.tsx';
import { Tiles } from './tiles.tsx';

const loadFlow = () => import('../flow/flow-card.tsx').then((module) => ({ default: module.FlowCard }));
const FlowCard = lazy(loadFlow);
const loadDestinations = () => import('./destinations.tsx').then((module) => ({ default: module.Destinations }));
const Destinations = lazy(loadDestinations);
const loadPipelines = () => import('./recent-pipelines.tsx').then((module) => ({ default: module.RecentPipelines }));
const RecentPipelines = lazy(loadPipelines);
const loadDemoNote = () => import('#blocks/demo-note/demo-note.tsx').then((module) => ({ default: module.DemoNote }));
const DemoNote = lazy(loadDemoNote);
const GetStartedCard = lazy(() => import('./get-started-card.tsx').then((module) => ({ default: module.GetStartedCard })));

/** Forms open over the home page. */
const creations = [
  { to: '/home/listeners/create', word: 'newListener', icon: 'listener', permission: 'listener:create' },
  { to: '/pipelines/create', word: 'newPipeline', icon: 'pipeline', permission: 'pipeline:create' },
  { to: '/home/datasinks/create', word: 'newDatasink', icon: 'datasink', permission: 'datasink:create' },
  { to: '/home/enrichments/create/type', word: 'newEnrichment', icon: 'enrichment', permission: 'lookup:create' },
] as const satisfies readonly { readonly to: string; readonly word: string; readonly icon: IconName; readonly permission: Permission }[];

/** What the address of the page says. */
export interface HomeState {
  readonly measure?: 'events' | 'bytes' | undefined;
  readonly flow?: 'range' | undefined;
  readonly view?: 'table' | undefined;
  readonly hide?: readonly string[] | undefined;
  readonly metrics?: string | undefined;
}

const noIds: readonly string[] = [];
const refetchMs = 5000;

export function HomePage({ search }: { readonly search: HomeState }) {
  const { measure = 'events', flow = 'now', view, hide = noIds, metrics } = search;
  const t = useTexts(homeTexts);
  const navigate = useNavigate({ from: '/home' });
  const [range, setRange] = useRange();
  const { from, to } = usePeriod(range);
  const session = useSession();
  const live = useLiveState();
  const dismissedKey = `acequia:get-started-hidden:${session.tenant.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey) === 'hidden');
  const { data: listeners } = useOperation('listeners:list', {});
  const { data: datasinks } = useOperation('datasinks:list', {}, { refetchMs: stateRefetchMs });
  const { data: pipelines } = useOperation('pipelines:list', {}, { refetchMs: stateRefetchMs });
  const { data: tenants } = useOperation('tenants:list', {});
  const { data: exclusions } = useOperation('metrics:exclusions', {});
  const { data: totals, isPending: totalsPending } = useOperation('metrics:totals', { from, to }, { keepPrevious: true, refetchMs });
  const excluded = exclusions?.datasinkIds ?? noIds;
  const offered = creations.filter((creation) => may(session, creation.permission));
  const known = listeners && datasinks && pipelines && tenants;
  const offersStart = known && !dismissed && may(session, 'pipeline:create') && !hasRun(pipelines);
  const nothingYet = offersStart && listeners.length === 0 && pipelines.length === 0;
  const dismiss = () => {
    localStorage.setItem(dismissedKey, 'hidden');
    setDismissed(true);
  };
  // The flow comes beside its data, not after it; one that does not come is asked for again where it is drawn.
  useEffect(() => void Promise.all([loadFlow(), loadDestinations(), loadPipelines(), loadDemoNote()]).catch(() => undefined), []);
  const below = known && <RecentPipelines pipelines={pipelines} />;
  const waiting = (
    <>
      <DestinationsSkeleton />
      <FlowSkeleton />
    </>
  );
  return (
    <>
      <PageHeader title={t('title')}>
        <Button
          variant="ghost"
          icon={view === 'table' ? 'layout' : 'list'}
          onClick={() =>
            void navigate({ search: (now) => ({ ...now, view: view === 'table' ? undefined : ('table' as const) }), replace: true })
          }
        >
          {view === 'table' ? t('asFlow') : t('asTable')}
        </Button>
        {offered.length > 0 && (
          <Menu
            label={t('create')}
            trigger={
              <Button variant="primary" icon="plus">
                {t('create')}
              </Button>
            }
          >
            {offered.map((creation) => (
              <MenuItem key={creation.to} asChild>
                <Link to={creation.to}>
                  <Icon name={creation.icon} size={14} />
                  {t(creation.word)}
                </Link>
              </MenuItem>
            ))}
          </Menu>
        )}
      </PageHeader>
      <div className="frame-chips">
        <DateRange value={{ ...range, from, to }} onChange={setRange} />
        <span className="flex-1" />
        <span className="text-xs text-muted flex items-center gap-1.5" role="status">
          <LiveDot on={live === 'live'} />
          {live === 'live' ? t('live') : live === 'connecting' ? t('connecting') : t('paused')}
        </span>
        <Segmented
          label={t('measure')}
          value={measure}
          onChange={(next) =>
            void navigate({ search: (now) => ({ ...now, measure: next === 'events' ? undefined : next }), replace: true })
          }
          options={[
            { value: 'events', label: t('events') },
            { value: 'bytes', label: t('bytes') },
          ]}
        />
      </div>
      <main className="frame-body flex flex-col gap-3 *:shrink-0">
        <Tiles range={range} measure={measure} totals={totals} datasinks={datasinks} excluded={excluded} />
        {known && !totalsPending ? (
          // What stands above the flow would move it if it came later.
          <Suspense fallback={waiting}>
            <Destinations totals={totals} datasinks={datasinks} excluded={excluded} />
            <DemoNote offers={pipelines.length === 0} tenants={tenants} />
            {offersStart && <GetStartedCard onDismiss={dismiss} />}
            {nothingYet ? (
              below
            ) : (
              <FlowCard range={range} unit={measure} of={flow} view={view} hide={hide} metrics={metrics} excluded={excluded}>
                {below}
              </FlowCard>
            )}
          </Suspense>
        ) : (
          waiting
        )}
      </main>
    </>
  );
}
