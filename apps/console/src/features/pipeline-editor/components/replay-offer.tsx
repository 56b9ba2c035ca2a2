import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Icon, IconButton, Spinner } from '@acequia/ui';
import type { Pipeline, Version } from '@acequia/contract';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/index.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { offeredTime, type OfferedTime } from '../model/replay-offer.ts';
import { replayOfferTexts } from '../texts/replay-offer.ts';

const keyOf = (pipelineId: string): string => `acequia:replay-offer:${pipelineId}`;
/** More than these are not sent again by a single click. */
const atOnceMax = 10_000;

/** Offers, once, what the listener received before the pipeline existed; then says what became of it. */
export function ReplayOffer({ pipeline, versions }: { readonly pipeline: Pipeline; readonly versions: readonly Version[] }) {
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(keyOf(pipeline.id)) !== null);
  const [started, setStarted] = useState<string>();
  const [nowMs] = useState(() => Date.now());
  const { data: replays } = useOperation('replays:list', {}, { enabled: !dismissed });
  const dismiss = () => {
    localStorage.setItem(keyOf(pipeline.id), '1');
    setDismissed(true);
    setStarted(undefined);
  };
  if (started !== undefined) return <Started id={started} onClose={dismiss} />;
  const time = dismissed || !replays ? undefined : offeredTime(pipeline, versions, replays, nowMs);
  return time && <Offered pipelineId={pipeline.id} time={time} onStarted={setStarted} onClose={dismiss} />;
}

function Offered({
  pipelineId,
  time,
  onStarted,
  onClose,
}: {
  readonly pipelineId: string;
  readonly time: OfferedTime;
  readonly onStarted: (replayId: string) => void;
  readonly onClose: () => void;
}) {
  const t = useTexts(replayOfferTexts);
  const format = useFormat();
  const { listenerId, version, from, to } = time;
  const { data: estimate } = useOperation('replays:estimate', { listenerId, from, to });
  const start = useCommand('replays:start', { onSuccess: ({ id }) => onStarted(id) });
  const count = estimate?.records ?? 0;
  if (count === 0) return null;
  const begin = {
    replayListener: listenerId,
    replayPipeline: pipelineId,
    replayVersion: version,
    replayFrom: String(from),
    replayTo: String(to),
  };
  return (
    <div className="pe-read-only" role="status">
      <Icon name="history" size={14} />
      <span>{t('cameBefore', { count, events: format.number(count) })}</span>
      {count > atOnceMax ? (
        <Button size="sm" asChild>
          <Link to="." search={(search) => ({ ...search, ...begin, replay: 'new' })}>
            {t('replayThem')}
          </Link>
        </Button>
      ) : (
        <Button size="sm" icon="play" loading={start.isPending} onClick={() => start.mutate({ listenerId, pipelineId, version, from, to })}>
          {t('replayThem')}
        </Button>
      )}
      <span className="pe-gap" />
      <IconButton icon="x" size="sm" label={t('dismissOffer')} onClick={onClose} />
    </div>
  );
}

function Started({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTexts(replayOfferTexts);
  const format = useFormat();
  const { data: replay } = useOperation('replays:find', { id }, { refetchMs: 1000 });
  if (!replay) return null;
  const { entered, delivered } = replay.progress;
  const words = { count: entered, entered: format.number(entered), delivered: format.number(delivered) };
  return (
    <div className="pe-read-only" role="status">
      {replay.state === 'running' ? <Spinner size={14} /> : <Icon name={replay.state === 'done' ? 'check' : 'warning'} size={14} />}
      <span>{t(replay.state === 'running' ? 'replayRuns' : replay.state === 'done' ? 'replayDone' : 'replayEnded', words)}</span>
      <Button size="sm" asChild>
        <Link to="." search={(search) => ({ ...search, replay: id })}>
          {t('showReplay')}
        </Link>
      </Button>
      <span className="pe-gap" />
      {replay.state !== 'running' && <IconButton icon="x" size="sm" label={t('dismissOffer')} onClick={onClose} />}
    </div>
  );
}
