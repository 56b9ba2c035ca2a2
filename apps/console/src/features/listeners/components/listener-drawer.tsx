import { lazy, Suspense } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Count, Icon, Pairs } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { MetricsTab } from '#blocks/charts/metrics-tab.tsx';
import { chartTexts } from '#blocks/charts/texts.ts';
import { LabelsPanel } from '#blocks/labels/labels-panel.tsx';
import { instanceVersionTexts } from '#blocks/instance-versions/texts.ts';
import { listTexts } from '#blocks/list/texts.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { LiveRate } from '#blocks/live/live-rate.tsx';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { DetailsDrawer, GoneDrawer } from '#blocks/page/details-drawer.tsx';
import { replayListTexts } from '#blocks/replays/texts.ts';
import { useTab } from '#blocks/page/use-tab.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';
import { Sockets } from './listener-cards.tsx';
import { ListenerMenu } from './listener-menu.tsx';
import { ListenerProblem } from './listener-problem.tsx';
import { ListenerRefusals } from './listener-refusals.tsx';
import { ListenerWarnings } from './listener-warnings.tsx';
import { ListenerVersions } from './listener-versions.tsx';
import { SendCommands } from './send-commands.tsx';

const ReplayList = lazy(() => import('#blocks/replays/replay-list.tsx').then((module) => ({ default: module.ReplayList })));

export function ListenerDrawer({ id, tab: asked }: { readonly id: string; readonly tab: string | undefined }) {
  const t = useTexts(listenerTexts);
  const tl = useTexts(listTexts);
  const tc = useTexts(chartTexts);
  const tv = useTexts(instanceVersionTexts);
  const navigate = useNavigate();
  const mayUpdate = useMay('listener:update');
  const tr = useTexts(replayListTexts);
  const mayRead = useMay('pipeline:read');
  const [tab, setTab] = useTab(['overview', 'metrics', 'send', 'labels', 'versions', ...(mayRead ? (['replays'] as const) : [])], asked);
  const { data: listener, error } = useOperation('listeners:find', { id }, { refetchMs: stateRefetchMs });
  const close = () => void navigate({ to: '/listeners', search: (search: Record<string, unknown>) => ({ ...search, tab: undefined }) });
  if (error) return <GoneDrawer title={t('notFound')} onClose={close} />;
  if (!listener) return null;
  return (
    <DetailsDrawer
      onClose={close}
      name={listener.name}
      id={listener.id}
      tile={<ComponentTile kind="listener" id={listener.component} size={36} />}
      menu={<ListenerMenu listener={listener} />}
      status={<ThingState of={listener} />}
      tags={listener.tags}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'overview', label: t('overview'), content: <Overview listener={listener} /> },
        { value: 'metrics', label: tc('title'), content: <MetricsTab scope="listener" ids={[listener.id]} title={listener.name} /> },
        { value: 'send', label: t('sendTab'), content: <SendCommands listener={listener} /> },
        {
          value: 'labels',
          label: (
            <>
              {t('labels')} {listener.labels > 0 && <Count>{listener.labels}</Count>}
            </>
          ),
          content: <LabelsPanel listener={listener} />,
        },
        { value: 'versions', label: tv('tab'), content: <ListenerVersions id={listener.id} /> },
        ...(mayRead
          ? [
              {
                value: 'replays' as const,
                label: tr('listTitle'),
                content: (
                  <Suspense>
                    <ReplayList listenerId={listener.id} />
                  </Suspense>
                ),
              },
            ]
          : []),
      ]}
      footer={
        mayUpdate && (
          <Button asChild variant="primary">
            <Link to="/listeners/$listenerId/edit" params={{ listenerId: listener.id }}>
              <Icon name="settings" />
              {tl('edit')}
            </Link>
          </Button>
        )
      }
    />
  );
}

function Overview({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const tl = useTexts(listTexts);
  const language = useLanguage();
  const format = useFormat();
  const frame = useLiveFrame();
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
  const { data: clusters } = useOperation('clusters:list', {});
  const day = totals?.listeners[listener.id];
  const kernelDrops = frame?.listeners[listener.id]?.kernelDrops ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <ListenerProblem listener={listener} />
      <ListenerRefusals refusals={listener.refusals ?? []} />
      <ListenerWarnings listener={listener} />
      {listener.description !== '' && <p className="text-muted whitespace-pre-line">{listener.description}</p>}
      <LiveRate tone="in" day={day?.received} rateOf={({ listeners }) => listeners[listener.id]?.received.events} />
      <Pairs
        pairs={[
          [tl('columnType'), `${titleOf('listener', listener.component, language)} ${listener.version}`],
          [
            t('listening'),
            <Suspense key="listening">
              <Sockets listener={listener} none="—" />
            </Suspense>,
          ],
          [t('cluster'), clusters?.find((cluster) => cluster.id === listener.clusterId)?.name ?? listener.clusterId],
          [`${t('inDay')}, ${tl('lastDay')}`, day ? format.number(day.received) : '—'],
          [`${t('acceptedDay')}, ${tl('lastDay')}`, day ? format.number(day.decoded) : '—'],
          [`${t('rejectedDay')}, ${tl('lastDay')}`, day ? format.number(day.rejected) : '—'],
          ...(day && day.empty > 0 ? [[`${t('emptyDay')}, ${tl('lastDay')}`, format.number(day.empty)] as const] : []),
          ...(kernelDrops > 0 ? [[t('kernelDrops'), format.number(kernelDrops)] as const] : []),
          [t('usedBy'), listener.usedBy.length === 0 ? t('none') : listener.usedBy.map((pipeline) => pipeline.name).join(', ')],
          [tl('columnUpdated'), <TimeAgo key="updated" atMs={listener.updatedAt} />],
          [tl('created'), <TimeAgo key="created" atMs={listener.createdAt} />],
        ]}
      />
    </div>
  );
}
