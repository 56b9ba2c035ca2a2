import { useState } from 'react';
import { Button, ConfirmDialog, CopyButton, Dialog, Message, Note, Pairs, Status } from '@acequia/ui';
import type { Replay } from '@acequia/contract';
import { replayLooks } from '#blocks/replays/replay-looks.ts';
import { replayListTexts } from '#blocks/replays/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import type { ReplaySearch } from '#lib/search/replay-search.ts';
import { useMay } from '#lib/session/index.ts';
import { replayTexts } from '../texts.ts';
import { ReplayBar } from './replay-bar.tsx';

const refetchMs = 1000;

/** How far a replay is and what has become of its events; it can be left and opened again. */
export function ReplayDetails({
  id,
  onClose,
  onGo,
}: {
  readonly id: string;
  readonly onClose: () => void;
  readonly onGo: (to: ReplaySearch) => void;
}) {
  const t = useTexts(replayTexts);
  const tl = useTexts(replayListTexts);
  const mayUpdate = useMay('pipeline:update');
  const [over, setOver] = useState(false);
  const { data: replay, error } = useOperation('replays:find', { id }, over ? {} : { refetchMs });
  const [asking, setAsking] = useState(false);
  const stop = useCommand('replays:stop', { onSuccess: () => setAsking(false) });
  if (replay && over !== (replay.state !== 'running')) setOver(replay.state !== 'running');
  if (error || !replay)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={tl('listTitle')}>
        {error && <Message drawing="lost" title={t('gone')} as="h2" />}
      </Dialog>
    );
  const again = () =>
    onGo({
      replay: 'new',
      replayListener: replay.listener.id,
      replayPipeline: replay.pipeline.id,
      replayVersion: replay.pipeline.version,
    });
  return (
    <>
      <Dialog
        open
        size="lg"
        onOpenChange={(open) => !open && onClose()}
        title={t('ofTitle', { pipeline: replay.pipeline.name, version: `v${replay.pipeline.version}` })}
        footer={
          <>
            {mayUpdate && replay.state === 'running' && (
              <Button variant="danger" icon="stop" onClick={() => setAsking(true)}>
                {t('stop')}
              </Button>
            )}
            {mayUpdate && replay.state !== 'running' && (
              <Button icon="refresh" onClick={again}>
                {t('another')}
              </Button>
            )}
            <Button variant="ghost" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        }
      >
        <Facts replay={replay} />
      </Dialog>
      {asking && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => open || setAsking(false)}
          title={t('stopTitle')}
          description={t('stopText')}
          cancel={t('cancel')}
          confirm={t('stop')}
          loading={stop.isPending}
          onConfirm={() => stop.mutate({ id })}
        />
      )}
    </>
  );
}

const outcomes = ['delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired'] as const;

function Facts({ replay }: { readonly replay: Replay }) {
  const t = useTexts(replayTexts);
  const tl = useTexts(replayListTexts);
  const format = useFormat();
  const reasonText = useReasonText();
  const { state, progress, reason, workers } = replay;
  const shown = outcomes.filter((outcome) => outcome === 'delivered' || progress[outcome] > 0);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Status {...replayLooks[state]}>{tl(state)}</Status>
      </div>
      <ReplayBar replay={replay} />
      {reason && <Note tone={state === 'failed' ? 'danger' : 'warning'}>{reasonText(reason)}</Note>}
      {progress.missedBlocks > 0 && (
        <Note tone="warning" title={`${t('missed')}: ${format.number(progress.missedBlocks)}`}>
          {t('missedText')}
        </Note>
      )}
      <Pairs
        pairs={[
          [t('entered'), format.number(progress.entered)],
          ...shown.map((outcome) => [t(outcome), format.number(progress[outcome])] as const),
          ...(progress.waitingEvents > 0 ? [[t('waitingEvents'), format.number(progress.waitingEvents)] as const] : []),
          [t('listener'), replay.listener.name],
          [t('receivedIn'), t('span', { from: format.moment(replay.from), to: format.moment(replay.to) })],
          [t('keys'), t(replay.keys === 'same' ? 'keysSame' : 'keysNew')],
          [t('decode'), t(replay.decode === 'current' ? 'decodeCurrent' : 'decodeReceived')],
          [t('startedBy'), t('startedByText', { ago: format.ago(replay.createdAt), name: replay.createdBy })],
          [
            t('mark'),
            <span key="mark" className="ui-mono flex items-center gap-1">
              _replay = {replay.id}
              <CopyButton text={replay.id} what="id" />
            </span>,
          ],
          ...(workers.length > 1
            ? workers.map(
                (worker) =>
                  [
                    worker.name,
                    worker.state === null
                      ? t(worker.online ? 'workerWaits' : 'workerAway')
                      : `${tl(worker.state)}, ${format.percent(worker.blocks === 0 ? 1 : worker.blocksDone / worker.blocks)}`,
                  ] as const,
              )
            : []),
        ]}
      />
    </div>
  );
}
