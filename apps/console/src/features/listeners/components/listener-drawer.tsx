import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Count, Dot, Icon, Pairs, Sparkline } from '@acequia/ui';
import { findListener } from '@acequia/components/definitions';
import type { Listener } from '@acequia/contract';
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
import { socketsOf } from '../model/definition-of.ts';
import { listenerTexts } from '../texts.ts';
import { LabelsPanel } from './labels-panel.tsx';
import { ListenerMenu } from './listener-menu.tsx';
import { ListenerProblem } from './listener-problem.tsx';
import { ListenerStatus } from './listener-status.tsx';
import { SendCommands } from './send-commands.tsx';

type Tab = 'overview' | 'send' | 'labels';

export function ListenerDrawer({ id, tab }: { readonly id: string; readonly tab: string | undefined }) {
  const t = useTexts(listenerTexts);
  const navigate = useNavigate();
  const mayUpdate = useMay('listener:update');
  const { data: listener, error } = useOperation('listeners:find', { id });
  const close = () => void navigate({ to: '/listeners', search: (search: Record<string, unknown>) => ({ ...search, tab: undefined }) });
  if (error) return <GoneDrawer title={t('notFound')} onClose={close} />;
  if (!listener) return null;
  const shown: Tab = tab === 'send' || tab === 'labels' ? tab : 'overview';
  return (
    <DetailsDrawer<Tab>
      onClose={close}
      name={listener.name}
      id={listener.id}
      tile={<ComponentTile kind="listener" id={listener.component} size={36} />}
      menu={<ListenerMenu listener={listener} />}
      status={<ListenerStatus state={listener.state} />}
      tags={listener.tags}
      tab={shown}
      onTab={(next) =>
        void navigate({
          to: '.',
          search: (search: Record<string, unknown>) => ({ ...search, tab: next === 'overview' ? undefined : next }),
          replace: true,
        } as Parameters<typeof navigate>[0])
      }
      tabs={[
        { value: 'overview', label: t('overview'), content: <Overview listener={listener} /> },
        { value: 'send', label: t('send'), content: <SendCommands listener={listener} /> },
        {
          value: 'labels',
          label: (
            <>
              {t('labels')} <Count>{listener.labels}</Count>
            </>
          ),
          content: <LabelsPanel listener={listener} />,
        },
      ]}
      footer={
        mayUpdate && (
          <Button asChild variant="primary">
            <Link to="/listeners/$listenerId/edit" params={{ listenerId: listener.id }}>
              <Icon name="settings" />
              {t('edit')}
            </Link>
          </Button>
        )
      }
    />
  );
}

function Overview({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const language = useLanguage();
  const format = useFormat();
  const frame = useLiveFrame();
  const history = useLiveHistory();
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
  const { data: clusters } = useOperation('clusters:list', {});
  const day = totals?.listeners[listener.id];
  const live = frame?.listeners[listener.id];
  return (
    <div className="flex flex-col gap-4">
      <ListenerProblem listener={listener} />
      {listener.description !== '' && <p className="text-muted whitespace-pre-line">{listener.description}</p>}
      <div>
        <div className="ui-hint flex items-center gap-1.5">
          <Dot tone="in" />
          {t('perSecond')}
        </div>
        <div className="metric metric-md ui-num">
          <Eps value={live?.received.events} unit />
        </div>
        <Sparkline
          series={[{ values: history.map((past) => past.listeners[listener.id]?.received.events ?? 0), tone: 'in' }]}
          height={56}
        />
      </div>
      <Pairs
        pairs={[
          [t('type'), `${findListener(listener.component)?.text.title[language] ?? listener.component} ${listener.version}`],
          [t('listening'), socketsOf(listener).join(', ') || '—'],
          [t('cluster'), clusters?.find((cluster) => cluster.id === listener.clusterId)?.name ?? listener.clusterId],
          [`${t('inDay')}, ${t('lastDay')}`, day ? format.number(day.received) : '—'],
          [`${t('rejectedDay')}, ${t('lastDay')}`, day ? format.number(day.rejected) : '—'],
          ...((live?.kernelDrops ?? 0) > 0 ? [[t('kernelDrops'), format.number(live!.kernelDrops)] as const] : []),
          [t('usedBy'), listener.usedBy.length === 0 ? t('none') : listener.usedBy.map((pipeline) => pipeline.name).join(', ')],
          [t('updated'), <TimeAgo key="updated" atMs={listener.updatedAt} />],
          [t('created_at'), <TimeAgo key="created" atMs={listener.createdAt} />],
        ]}
      />
    </div>
  );
}
