import { useState, type KeyboardEvent } from 'react';
import type { Usage } from '@acequia/contract';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { day } from '#lib/format/times.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { usageTexts } from './texts.ts';
import { overBy } from './usage-model.ts';

/** Ingest by day with the limit; a day over it is marked by colour, pattern and words. */
export function DayBars({ days, limit }: { readonly days: Usage['days']; readonly limit: number | null }) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  const language = useLanguage();
  const [cursor, setCursor] = useState<number>();
  const last = days.length - 1;
  const marked = cursor === undefined ? undefined : Math.min(cursor, last);
  const top = Math.max(1, limit ?? 0, ...days.map(({ bytes }) => bytes)) * 1.05;
  const volume = (value: number) => {
    const { value: number, unit } = format.bytes(value);
    return `${number} ${unit}`;
  };
  const dayOf = (at: number) => day(at, language, 'utc');
  const words = (index: number) => {
    const day = days[index];
    if (!day) return t('none');
    const over = overBy(day.bytes, limit);
    return `${dayOf(day.at)}: ${volume(day.bytes)}${over === undefined ? '' : `, ${t('over', { part: format.percent(over), limit: volume(limit ?? 0) })}`}`;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = marked ?? last;
    const target = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setCursor(Math.max(0, Math.min(last, target)));
  };
  const highest = Math.max(0, ...days.map(({ bytes }) => bytes));
  return (
    <div className="usage-plot">
      <div className="usage-scale ui-num" aria-hidden>
        <span style={{ bottom: `${(highest / top) * 100}%` }}>{volume(highest)}</span>
        <span style={{ bottom: 0 }}>{volume(0)}</span>
      </div>
      <div
        className="usage-days"
        role="slider"
        tabIndex={0}
        aria-label={t('days')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={marked ?? Math.max(0, last)}
        aria-valuetext={words(marked ?? last)}
        onKeyDown={onKeyDown}
        onFocus={() => setCursor((now) => now ?? last)}
        onBlur={() => setCursor(undefined)}
        onPointerLeave={() => setCursor(undefined)}
      >
        {days.map(({ at, bytes }, index) => (
          <span
            key={at}
            className="usage-day"
            data-marked={index === marked}
            data-over={overBy(bytes, limit) !== undefined}
            onPointerEnter={() => setCursor(index)}
          >
            <span style={{ height: `${(bytes / top) * 100}%` }} />
          </span>
        ))}
        {limit !== null && <span className="usage-limit" style={{ bottom: `${(limit / top) * 100}%` }} />}
        {marked !== undefined && days[marked] && (
          <div
            className="usage-tip ui-num"
            style={
              marked > last / 2 ? { right: `${100 - ((marked + 1) / days.length) * 100}%` } : { left: `${(marked / days.length) * 100}%` }
            }
          >
            {words(marked)}
          </div>
        )}
      </div>
      <div className="usage-dates ui-num" aria-hidden>
        {[...new Set([0, Math.round(last / 2), last])].map((index) => (
          <span key={index}>{days[index] && dayOf(days[index].at)}</span>
        ))}
      </div>
    </div>
  );
}
