import { Link } from '@tanstack/react-router';
import { minuteMs } from '@acequia/base';
import { Button, Card, Icon, LiveDot, Note, Spinner } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { ThingFailed } from '#blocks/list/list-states.tsx';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { Eps } from '#blocks/page/rate.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { listenerTexts } from '../texts.ts';
import { ListenerWarnings } from './listener-warnings.tsx';
import { ListenerProblem } from './listener-problem.tsx';
import { SendCommands } from './send-commands.tsx';

const askedEveryMs = 1000;

/** Last step of the creation: waits for the port, then for the first event. */
export function ListenerReadyPage({ id }: { readonly id: string }) {
  const t = useTexts(listenerTexts);
  const { data: listener, error, refetch } = useOperation('listeners:find', { id }, { refetchMs: askedEveryMs });
  if (listener) return <Ready listener={listener} />;
  return (
    <main className="frame-body">
      {error && <ThingFailed error={error} back={<Link to="/listeners">{t('title')}</Link>} onRetry={() => void refetch()} />}
    </main>
  );
}

function Ready({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const format = useFormat();
  const frame = useLiveFrame();
  const { from, to } = usePeriod('24h');
  // The period moves on once a minute, and may end in the minute before this one.
  const { data: totals } = useOperation('metrics:totals', { from, to: to + minuteMs }, { keepPrevious: true, refetchMs: askedEveryMs });
  const { data: datasinks } = useOperation('datasinks:list', {});
  const definition = useDefinition('listener', listener.component);
  const { id } = listener;
  const rate = frame?.listeners[id]?.received.events;
  const received = totals?.listeners[id]?.received ?? 0;
  const titles = { pending: 'almostTitle', created: 'readyTitle', error: 'failedTitle', stopped: 'readyTitle' } as const;
  const opensPort = definition?.delivery === 'push';
  const toDatasink = datasinks?.length === 0;
  return (
    <>
      <PageHeader title={t(titles[listener.state], { name: listener.name })} crumbs={[{ label: t('title'), to: '/listeners' }]} />
      <main className="frame-body pt-4!">
        <div className="max-w-[760px] flex flex-col gap-3">
          <Card className="p-5 flex flex-col gap-3">
            <div className="flex items-center gap-3" role="status">
              <ThingState of={listener} />
              <span className="text-muted flex items-center gap-2">
                {listener.state === 'pending' && <Spinner size={14} />}
                {listener.state === 'pending'
                  ? t(opensPort ? 'pendingText' : 'startsText')
                  : listener.state === 'created'
                    ? t(opensPort ? 'createdText' : 'runsText')
                    : null}
              </span>
            </div>
            <ListenerProblem listener={listener} />
            <ListenerWarnings listener={listener} />
          </Card>
          <Card className="p-5 flex flex-col gap-3">
            <h2 className="text-sm font-semibold">{t(opensPort ? 'send' : 'firstEvent')}</h2>
            <SendCommands listener={listener} goesOn />
            {received > 0 || (rate ?? 0) > 0 ? (
              <Note tone="success" title={t('arriving')}>
                <span className="ui-num">
                  <Eps value={rate} unit /> · {t('received')}: {format.number(received)}
                </span>
              </Note>
            ) : (
              <p className="flex items-center gap-2 text-muted" role="status">
                <LiveDot on={listener.state === 'created'} />
                {t('waiting')}
              </p>
            )}
          </Card>
          <div className="flex gap-2">
            <Button asChild variant="primary">
              <Link to={toDatasink ? '/datasinks/create/type' : '/pipelines/create'}>
                {toDatasink ? t('next') : t('nextPipeline')}
                <Icon name="arrow-right" />
              </Link>
            </Button>
            <Button asChild variant="ghost">
              <Link to="/listeners">{t('done')}</Link>
            </Button>
          </div>
        </div>
      </main>
    </>
  );
}
