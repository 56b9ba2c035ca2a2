import { ProgressBar } from '@acequia/ui';
import type { Replay } from '@acequia/contract';
import { figuresOf } from '#blocks/replays/replay-progress.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { length } from '#lib/format/length.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { replayTexts } from '../texts.ts';

/** A bar with the share done, the speed, and the time left. */
export function ReplayBar({ replay }: { readonly replay: Replay }) {
  const t = useTexts(replayTexts);
  const format = useFormat();
  const { fraction, leftMs } = figuresOf(replay, Date.now());
  const { blocks, blocksDone, eventsPerSecond } = replay.progress;
  const running = replay.state === 'running';
  const finishing = running && blocks > 0 && blocksDone >= blocks;
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar value={fraction} label={t('progress')} />
      <div className="flex justify-between gap-3 ui-num">
        <span className="font-semibold">{format.percent(Math.floor(fraction * 100) / 100)}</span>
        <span className="text-muted">
          {finishing ? t('finishing') : leftMs === undefined ? '' : t('left', { time: length(leftMs) })}
          {running && !finishing && ` · ${t('perSecond', { rate: format.compact(eventsPerSecond) })}`}
        </span>
      </div>
    </div>
  );
}
