import { Link } from '@tanstack/react-router';
import { Button, Card, Icon, ProgressBar, Status } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { Moment } from '#lib/format/moment.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { replayLooks } from './replay-looks.ts';
import { figuresOf } from './replay-progress.ts';
import { replayListTexts } from './texts.ts';

const refetchMs = 2000;

/** The replays of a listener, the newest first; each opens over the page. */
export function ReplayList({ listenerId }: { readonly listenerId: string }) {
  const t = useTexts(replayListTexts);
  const format = useFormat();
  const mayStart = useMay('pipeline:update');
  const { data } = useOperation('replays:list', {}, { refetchMs });
  const replays = data?.filter(({ listener }) => listener.id === listenerId);
  return (
    <div className="flex flex-col gap-3">
      {replays?.length === 0 && <p className="text-muted">{t('listEmpty')}</p>}
      {replays && replays.length > 0 && (
        <Card>
          <ul>
            {replays.map((replay) => (
              <li key={replay.id} className="border-b last:border-b-0">
                <Link
                  to="."
                  search={(search) => ({ ...search, replay: replay.id })}
                  className="flex flex-col gap-1.5 px-3 py-2 hover:bg-s2"
                >
                  <span className="flex items-center gap-2">
                    <span className="font-medium truncate flex-1">
                      {replay.pipeline.name} <span className="ui-num">v{replay.pipeline.version}</span>
                    </span>
                    <Status {...replayLooks[replay.state]}>{t(replay.state)}</Status>
                  </span>
                  <span className="ui-hint flex justify-between gap-2 ui-num">
                    <span>
                      <Moment atMs={replay.from} /> – <Moment atMs={replay.to} />
                    </span>
                    <span>{format.ago(replay.createdAt)}</span>
                  </span>
                  {replay.state === 'running' && <ProgressBar value={figuresOf(replay, Date.now()).fraction} label={t('running')} />}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {mayStart && (
        <div>
          <Button asChild>
            <Link to="." search={(search) => ({ ...search, replay: 'new', replayListener: listenerId })}>
              <Icon name="play" size={14} />
              {t('newReplay')}
            </Link>
          </Button>
        </div>
      )}
    </div>
  );
}
