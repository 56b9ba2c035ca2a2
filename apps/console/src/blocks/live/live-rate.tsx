import { Dot, Sparkline, type Tone } from '@acequia/ui';
import type { LiveFrame } from '@acequia/contract';
import { Eps } from '#blocks/page/rate.tsx';
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
  const frame = useLiveFrame();
  const history = useLiveHistory();
  return (
    <div>
      <div className="metric metric-md ui-num flex items-center gap-1.5">
        <Dot tone={tone} />
        <Eps value={frame && (rateOf(frame) ?? 0)} day={day} unit />
      </div>
      <Sparkline series={[{ values: history.map((past) => rateOf(past) ?? 0), tone }]} height={56} />
    </div>
  );
}
