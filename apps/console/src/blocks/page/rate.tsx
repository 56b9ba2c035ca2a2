import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { rateTexts } from './rate-texts.ts';

/** Below so many events per second, a number of events says more than a rate. */
const leastRate = 1;

/** The events of the last 24 hours (`day`) where they say more than the rate `value`. */
export const fewInDay = (value: number, day: number | undefined): number | undefined => (day && value < leastRate ? day : undefined);

/** Events per second, short; a dash when unknown. Of a little that came within the last 24 hours (`day`), how many events that were. */
export function Eps({
  value,
  day,
  unit,
}: {
  readonly value: number | undefined;
  readonly day?: number | undefined;
  readonly unit?: boolean;
}) {
  const t = useTexts(rateTexts);
  const format = useFormat();
  if (value === undefined) return <span className="text-faint">—</span>;
  const few = fewInDay(value, day);
  const shown = few ?? value;
  const word = few === undefined ? unit && 'EPS' : t('inDay', { count: few });
  return (
    <span className={few ? 'ui-num' : 'ui-num whitespace-nowrap'} title={format.number(shown)}>
      {format.compact(shown)} {word && <small className="text-muted">{word}</small>}
    </span>
  );
}

/** All that was counted over a time. */
export const totalOf = (counts: readonly number[] = []): number => counts.reduce((sum, count) => sum + count, 0);
