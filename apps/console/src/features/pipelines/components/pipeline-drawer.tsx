import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Card, Count, Dot, Icon, Pairs, Sparkline, Status, Tile } from '@acequia/ui';
import type { Pipeline, Version } from '@acequia/contract';
import { MetricsTab } from '#blocks/charts/metrics-tab.tsx';
import { chartTexts } from '#blocks/charts/texts.ts';
import { EventAccountLine } from '#blocks/event-account/event-account-line.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { useLiveHistory } from '#blocks/live/live-provider.tsx';
import { livePipelineStatusOf } from '#blocks/live/live-store.ts';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { StateNote } from '#blocks/object-state/state-note.tsx';
import { DetailsDrawer, GoneDrawer } from '#blocks/page/details-drawer.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { SizeBasis, SizeChange } from '#blocks/size-change/size-change.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { pipelineTexts } from '../texts.ts';
import { PipelineMenu } from './pipeline-menu.tsx';
import { ratesOf, type PipelineNumbers } from './pipeline-rows.tsx';

type Tab = 'overview' | 'metrics' | 'versions';

export function PipelineDrawer({
  id,
  numbers,
  onClose,
}: {
  readonly id: string;
  readonly numbers: PipelineNumbers;
  readonly onClose: () => void;
}) {
  const t = useTexts(pipelineTexts);
  const tc = useTexts(chartTexts);
  const [tab, setTab] = useState<Tab>('overview');
  const { data: pipeline, error } = useOperation('pipelines:find', { id }, { refetchMs: stateRefetchMs });
  const { data } = useOperation('pipelines:listVersions', { id });
  const versions = data?.filter(isListed);
  if (error) return <GoneDrawer title={t('notFound')} onClose={onClose} />;
  if (!pipeline) return null;
  return (
    <DetailsDrawer<Tab>
      onClose={onClose}
      name={pipeline.name}
      id={pipeline.id}
      tile={
        <Tile tone="pipeline" size={36}>
          <Icon name="pipeline" size={20} />
        </Tile>
      }
      menu={<PipelineMenu pipeline={pipeline} />}
      status={<StateChip status={pipeline.status} />}
      tags={pipeline.tags}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'overview', label: t('overview'), content: <Overview pipeline={pipeline} numbers={numbers} /> },
        { value: 'metrics', label: tc('title'), content: <MetricsTab scope="pipeline" ids={[pipeline.id]} title={pipeline.name} /> },
        {
          value: 'versions',
          label: (
            <>
              {t('versions')} <Count>{versions?.length ?? 0}</Count>
            </>
          ),
          content: <Versions pipeline={pipeline} versions={versions ?? []} />,
        },
      ]}
      footer={
        <Button asChild variant="primary">
          <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: pipeline.id, version: undefined }}>
            {t('open')}
          </Link>
        </Button>
      }
    />
  );
}

function Overview({ pipeline, numbers }: { readonly pipeline: Pipeline; readonly numbers: PipelineNumbers }) {
  const t = useTexts(pipelineTexts);
  const tl = useTexts(listTexts);
  const history = useLiveHistory();
  const { data: datasinks } = useOperation('datasinks:list', {});
  const { data: listeners } = useOperation('listeners:list', {});
  const format = useFormat();
  const rates = ratesOf(pipeline, numbers);
  const status = livePipelineStatusOf(pipeline, numbers.frame);
  const day = numbers.totals?.pipelines[pipeline.id];
  const names = (ids: readonly string[], all: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    ids.map((id) => all?.find((one) => one.id === id)?.name ?? id).join(', ') || t('none');
  const ways = (numbers.totals?.ways ?? []).filter(({ pipelineId }) => pipelineId === pipeline.id);
  const past = (pick: 'entered' | 'delivered') => history.map((frame) => frame.pipelines[pipeline.id]?.[pick].events ?? 0);
  return (
    <div className="flex flex-col gap-4">
      <StateNote status={status} />
      {pipeline.description !== '' && <p className="text-muted whitespace-pre-line">{pipeline.description}</p>}
      <div className="grid grid-cols-2">
        <Number
          title={
            <>
              <Dot tone="in" /> {t('in')}
            </>
          }
        >
          <Eps value={rates.in} day={day?.entered} unit />
        </Number>
        <Number
          title={
            <>
              <Dot tone="out" /> {t('out')}
            </>
          }
        >
          <Eps value={rates.out} day={day?.delivered} unit />
        </Number>
      </div>
      <Sparkline
        series={[
          { values: past('entered'), tone: 'in' },
          { values: past('delivered'), tone: 'out', dashed: true },
        ]}
        height={72}
      />
      <Pairs
        pairs={[
          [t('version'), pipeline.runningVersion === null ? '—' : `v${pipeline.runningVersion}`],
          [t('hasDraft'), pipeline.hasDraft ? t('main') : t('no')],
          [t('clusters'), pipeline.clusters.map(numbers.clusterName).join(', ') || '—'],
          [t('listeners'), names(pipeline.listenerIds, listeners)],
          [t('datasinks'), names(pipeline.datasinkIds, datasinks)],
          ...ways.map(
            (way) =>
              [
                `${datasinks?.find(({ id }) => id === way.datasinkId)?.name ?? way.datasinkId}, ${tl('lastDay')}`,
                <span key={way.datasinkId} className="inline-flex gap-2">
                  <SizeBasis way={way} /> <SizeChange way={way} />
                </span>,
              ] as const,
          ),
          [t('waiting'), format.number(status.waitingEvents)],
          [`${t('account')}, ${tl('lastDay')}`, day ? <EventAccountLine key="account" pipelines={[day]} /> : '—'],
          [tl('columnUpdated'), <TimeAgo key="updated" atMs={pipeline.updatedAt} />],
          [tl('created'), <TimeAgo key="created" atMs={pipeline.createdAt} />],
        ]}
      />
    </div>
  );
}

function Number({ title, children }: { readonly title: React.ReactNode; readonly children: React.ReactNode }) {
  return (
    <div>
      <div className="ui-hint flex items-center gap-1.5">{title}</div>
      <div className="metric metric-md ui-num">{children}</div>
    </div>
  );
}

/** Kept states of the draft are in the editor's history. */
type ListedVersion = Version & { readonly status: Exclude<Version['status'], 'autosaved'> };
const isListed = (version: Version): version is ListedVersion => version.status !== 'autosaved';

function Versions({ pipeline, versions }: { readonly pipeline: Pipeline; readonly versions: readonly ListedVersion[] }) {
  const t = useTexts(pipelineTexts);
  if (versions.length === 0) return <p className="text-muted">{t('noVersions')}</p>;
  const looks = {
    running: { tone: 'success', shape: 'dot' },
    stopped: { tone: 'neutral', shape: 'bars' },
    draft: { tone: 'warning', shape: 'ring' },
    archived: { tone: 'neutral', shape: 'ring' },
  } as const;
  return (
    <Card>
      <ul>
        {versions.map((version) => (
          <li key={version.id} className="border-b last:border-b-0">
            <Link
              to="/pipelines/$pipelineId/{-$version}"
              params={{ pipelineId: pipeline.id, version: version.version }}
              className="flex items-center gap-3 px-3 py-2 hover:bg-s2"
            >
              <span className="font-medium ui-num">{version.version === 'Main' ? t('main') : `v${version.version}`}</span>
              <span className="text-muted truncate flex-1">{version.versionName}</span>
              {version.status === 'stopped' && version.kind === 'pre-release' ? (
                <Status tone="neutral" shape="ring">
                  {t('neverRun')}
                </Status>
              ) : (
                <Status {...looks[version.status]}>{t(version.status)}</Status>
              )}
              <span className="ui-hint">
                <TimeAgo atMs={version.updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
