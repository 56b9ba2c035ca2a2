import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Card, Count, Dot, Icon, Pairs, Sparkline } from '@acequia/ui';
import { findDatasink } from '@acequia/components/definitions';
import type { Datasink } from '@acequia/contract';
import { ComponentTile } from '#blocks/component-icon.tsx';
import { useLiveFrame, useLiveHistory } from '#blocks/live/live-provider.tsx';
import { DetailsDrawer, GoneDrawer } from '#blocks/page/details-drawer.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useOperation } from '#lib/operations/use-operation.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useMay } from '#lib/session/index.ts';
import { overviewOf } from '../model/overview-of.ts';
import { datasinkTexts } from '../texts.ts';
import { UsedBy } from './datasink-cards.tsx';
import { DatasinkMenu } from './datasink-menu.tsx';

type Tab = 'overview' | 'pipelines';

export function DatasinkDrawer({ id, tab }: { readonly id: string; readonly tab: string | undefined }) {
  const t = useTexts(datasinkTexts);
  const navigate = useNavigate();
  const mayUpdate = useMay('datasink:update');
  const { data: datasink, error } = useOperation('datasinks:find', { id });
  const close = () => void navigate({ to: '/datasinks', search: (search: Record<string, unknown>) => ({ ...search, tab: undefined }) });
  if (error) return <GoneDrawer title={t('notFound')} onClose={close} />;
  if (!datasink) return null;
  return (
    <DetailsDrawer<Tab>
      onClose={close}
      name={datasink.name}
      id={datasink.id}
      tile={<ComponentTile kind="datasink" id={datasink.component} size={36} />}
      menu={<DatasinkMenu datasink={datasink} />}
      status={<UsedBy datasink={datasink} />}
      tags={datasink.tags}
      tab={tab === 'pipelines' ? 'pipelines' : 'overview'}
      onTab={(next) =>
        void navigate({
          to: '.',
          search: (search: Record<string, unknown>) => ({ ...search, tab: next === 'overview' ? undefined : next }),
          replace: true,
        } as Parameters<typeof navigate>[0])
      }
      tabs={[
        { value: 'overview', label: t('overview'), content: <Overview datasink={datasink} /> },
        {
          value: 'pipelines',
          label: (
            <>
              {t('pipelines')} <Count>{datasink.usedBy.length}</Count>
            </>
          ),
          content: <Users datasink={datasink} />,
        },
      ]}
      footer={
        mayUpdate && (
          <Button asChild variant="primary">
            <Link to="/datasinks/$datasinkId/edit" params={{ datasinkId: datasink.id }}>
              <Icon name="settings" />
              {t('edit')}
            </Link>
          </Button>
        )
      }
    />
  );
}

function Users({ datasink }: { readonly datasink: Datasink }) {
  const t = useTexts(datasinkTexts);
  if (datasink.usedBy.length === 0) return <p className="text-muted">{t('noPipelines')}</p>;
  return (
    <Card>
      <ul>
        {datasink.usedBy.map((pipeline) => (
          <li key={pipeline.id} className="border-b last:border-b-0">
            <Link
              to="/pipelines/$pipelineId/{-$version}"
              params={{ pipelineId: pipeline.id, version: undefined }}
              className="flex items-center gap-2 px-3 h-9 hover:bg-s2"
            >
              <Icon name="pipeline" size={14} className="text-muted" />
              {pipeline.name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Overview({ datasink }: { readonly datasink: Datasink }) {
  const t = useTexts(datasinkTexts);
  const language = useLanguage();
  const format = useFormat();
  const frame = useLiveFrame();
  const history = useLiveHistory();
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
  const day = totals?.datasinks[datasink.id];
  const volume = day && format.bytes(day.deliveredBytes);
  const lines = overviewOf(datasink, language);
  return (
    <div className="flex flex-col gap-4">
      {datasink.description !== '' && <p className="text-muted whitespace-pre-line">{datasink.description}</p>}
      {lines.length > 0 && <p className="ui-mono text-muted">{lines.join(' · ')}</p>}
      <div>
        <div className="ui-hint flex items-center gap-1.5">
          <Dot tone="out" />
          {t('perSecond')}
        </div>
        <div className="metric metric-md ui-num">
          <Eps value={frame ? (frame.datasinks[datasink.id]?.delivered.events ?? 0) : undefined} unit />
        </div>
        <Sparkline
          series={[{ values: history.map((past) => past.datasinks[datasink.id]?.delivered.events ?? 0), tone: 'out' }]}
          height={56}
        />
      </div>
      <Pairs
        pairs={[
          [t('type'), `${findDatasink(datasink.component)?.text.title[language] ?? datasink.component} ${datasink.version}`],
          [`${t('delivered')}, ${t('lastDay')}`, day ? format.number(day.delivered) : '—'],
          [`${t('deliveredBytes')}, ${t('lastDay')}`, volume ? `${volume.value} ${volume.unit}` : '—'],
          [t('queued'), frame ? format.number(frame.datasinks[datasink.id]?.queuedEvents ?? 0) : '—'],
          [t('updated'), <TimeAgo key="updated" atMs={datasink.updatedAt} />],
          [t('created_at'), <TimeAgo key="created" atMs={datasink.createdAt} />],
        ]}
      />
    </div>
  );
}
