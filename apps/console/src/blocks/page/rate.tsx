import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { rateTexts } from './rate-texts.ts';

/** Below so many events per second, a number of events says more than a rate. */
const leastRate = 1;

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
  const few = day && value < leastRate;
  const shown = few ? day : value;
  const word = few ? t('inDay', { count: day }) : unit && 'EPS';
  return (
    <span className={few ? 'ui-num' : 'ui-num whitespace-nowrap'} title={format.number(shown)}>
      {format.compact(shown)} {word && <small className="text-muted">{word}</small>}
    </span>
  );
}

/** All that was counted over a time. */
export const totalOf = (counts: readonly number[] = []): number => counts.reduce((sum, count) => sum + count, 0);
