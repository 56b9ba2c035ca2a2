import { Dot, Sparkline, type Tone } from '@acequia/ui';
import type { LiveFrame } from '@acequia/contract';
import { listTexts } from '#blocks/list/texts.ts';
import { Eps } from '#blocks/page/rate.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useLiveFrame, useLiveHistory } from './live-provider.tsx';

/** Events per second now, and over the last minute; of a little, those of the last 24 hours. */
export function LiveRate({
  tone,
  day,
  rateOf,
}: {
  readonly tone: Tone;
  /** Events of the last 24 hours. */
  readonly day: number | undefined;
  readonly rateOf: (frame: LiveFrame) => number | undefined;
}) {
  const t = useTexts(listTexts);
  const frame = useLiveFrame();
  const history = useLiveHistory();
  return (
    <div>
      <div className="ui-hint flex items-center gap-1.5">
        <Dot tone={tone} />
        {t('perSecond')}
      </div>
      <div className="metric metric-md ui-num">
        <Eps value={frame && (rateOf(frame) ?? 0)} day={day} unit />
      </div>
      <Sparkline series={[{ values: history.map((past) => rateOf(past) ?? 0), tone }]} height={56} />
    </div>
  );
}
