import { Suspense } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Count, Icon, Pairs } from '@acequia/ui';
import type { Datasink } from '@acequia/contract';
import { sumOfWays } from '@acequia/domain';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { titleOf } from '#blocks/components/cards.ts';
import { MetricsTab } from '#blocks/charts/metrics-tab.tsx';
import { chartTexts } from '#blocks/charts/texts.ts';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { instanceVersionTexts } from '#blocks/instance-versions/texts.ts';
import { listTexts } from '#blocks/list/texts.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { LiveRate } from '#blocks/live/live-rate.tsx';
import { liveStatusOf } from '#blocks/live/live-store.ts';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { RetryDelivery } from '#blocks/object-state/retry-delivery.tsx';
import { StateNote } from '#blocks/object-state/state-note.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { DetailsDrawer, GoneDrawer } from '#blocks/page/details-drawer.tsx';
import { PipelineLinks } from '#blocks/page/pipeline-links.tsx';
import { useTab } from '#blocks/page/use-tab.ts';
import { SizeBasis, SizeChange } from '#blocks/size-change/size-change.tsx';
import { sizeTexts } from '#blocks/size-change/texts.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useMay } from '#lib/session/index.ts';
import { overviewOf } from '../model/overview-of.ts';
import { datasinkTexts } from '../texts.ts';
import { DatasinkVersions } from './datasink-versions.tsx';
import { DatasinkMenu } from './datasink-menu.tsx';
import { RecentAttempts } from './recent-attempts.tsx';

export function DatasinkDrawer({ id, tab: asked }: { readonly id: string; readonly tab: string | undefined }) {
  const t = useTexts(datasinkTexts);
  const tc = useTexts(chartTexts);
  const tv = useTexts(instanceVersionTexts);
  const navigate = useNavigate();
  const mayUpdate = useMay('datasink:update');
  const [tab, setTab] = useTab(['overview', 'metrics', 'pipelines', 'versions'], asked);
  const { data: datasink, error } = useOperation('datasinks:find', { id }, { refetchMs: stateRefetchMs });
  const close = () => void navigate({ to: '/datasinks', search: (search: Record<string, unknown>) => ({ ...search, tab: undefined }) });
  if (error) return <GoneDrawer title={t('notFound')} onClose={close} />;
  if (!datasink) return null;
  return (
    <DetailsDrawer
      onClose={close}
      name={datasink.name}
      id={datasink.id}
      tile={<ComponentTile kind="datasink" id={datasink.component} size={36} />}
      menu={<DatasinkMenu datasink={datasink} />}
      status={<ThingState of={datasink} />}
      tags={datasink.tags}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'overview', label: t('overview'), content: <Overview datasink={datasink} /> },
        { value: 'metrics', label: tc('title'), content: <MetricsTab scope="datasink" ids={[datasink.id]} title={datasink.name} /> },
        {
          value: 'pipelines',
          label: (
            <>
              {t('pipelines')} <Count>{datasink.usedBy.length}</Count>
            </>
          ),
          content:
            datasink.usedBy.length === 0 ? <p className="text-muted">{t('noPipelines')}</p> : <PipelineLinks pipelines={datasink.usedBy} />,
        },
        { value: 'versions', label: tv('tab'), content: <DatasinkVersions id={datasink.id} /> },
      ]}
      footer={mayUpdate && <EditLink datasink={datasink} />}
    />
  );
}

/** The way to its settings: first of all things to do, but while another try may help. */
function EditLink({ datasink }: { readonly datasink: Datasink }) {
  const tl = useTexts(listTexts);
  const { state } = liveStatusOf(datasink, useLiveFrame());
  return (
    <Button asChild variant={state === 'waiting' ? 'secondary' : 'primary'}>
      <Link to="/datasinks/$datasinkId/edit" params={{ datasinkId: datasink.id }}>
        <Icon name="settings" />
        {tl('edit')}
      </Link>
    </Button>
  );
}

function Overview({ datasink }: { readonly datasink: Datasink }) {
  const t = useTexts(datasinkTexts);
  const tl = useTexts(listTexts);
  const ts = useTexts(sizeTexts);
  const language = useLanguage();
  const format = useFormat();
  const frame = useLiveFrame();
  const status = liveStatusOf(datasink, frame);
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
  const day = totals?.datasinks[datasink.id];
  const way = totals && sumOfWays(totals.ways.filter(({ datasinkId }) => datasinkId === datasink.id));
  const volume = day && format.bytes(day.deliveredBytes);
  return (
    <div className="flex flex-col gap-4">
      <StateNote status={status} action={<RetryDelivery datasink={datasink} primary={status.state === 'waiting'} />} />
      {datasink.description !== '' && <p className="text-muted whitespace-pre-line">{datasink.description}</p>}
      <Suspense>
        <Configured datasink={datasink} />
      </Suspense>
      <LiveRate tone="out" day={day?.delivered} rateOf={({ datasinks }) => datasinks[datasink.id]?.delivered.events} />
      <RecentAttempts id={datasink.id} />
      <Pairs
        pairs={[
          [tl('columnType'), `${titleOf('datasink', datasink.component, language)} ${datasink.version}`],
          [
            `${ts('enteredDelivered')}, ${tl('lastDay')}`,
            way && way.entered > 0 ? (
              <span key="sizes" className="inline-flex flex-wrap justify-end gap-x-2">
                <SizeBasis way={way} /> <SizeChange way={way} />
              </span>
            ) : (
              '—'
            ),
          ],
          [`${t('delivered')}, ${tl('lastDay')}`, day ? format.number(day.delivered) : '—'],
          [`${t('deliveredBytes')}, ${tl('lastDay')}`, volume ? `${volume.value} ${volume.unit}` : '—'],
          [t('queued'), format.number(status.waitingEvents)],
          [tl('columnUpdated'), <TimeAgo key="updated" atMs={datasink.updatedAt} />],
          [tl('created'), <TimeAgo key="created" atMs={datasink.createdAt} />],
        ]}
      />
    </div>
  );
}

/** The overview of its configuration; suspends until its definition is there. */
function Configured({ datasink }: { readonly datasink: Datasink }) {
  const language = useLanguage();
  const lines = overviewOf(useDefinition('datasink', datasink.component), datasink, language);
  return lines.length > 0 && <p className="ui-mono text-muted break-words">{lines.join(' · ')}</p>;
}
