import './usage.css';
import { useState } from 'react';
import { Button, Card, Note, Select, Skeleton } from '@acequia/ui';
import { CustomRange } from '#blocks/date-range/custom-range.tsx';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { saveFile } from '#lib/save-file/save-file.ts';
import { DayBars } from './day-bars.tsx';
import { LimitButton } from './limit-button.tsx';
import { usageTexts } from './texts.ts';
import { Trend } from './trend.tsx';
import { averagedDays, overBy, perDay, periodOfPreset, totalOf, trendOf, usageCsv, usagePresets, type UsagePreset } from './usage-model.ts';
import { UsageTable } from './usage-table.tsx';
import { useUsage, type WholeUsage } from './use-usage.ts';

const minuteMs = 60_000;

/** What came in and went out in a range, against the one before; the last month unless told otherwise. */
export function UsagePage() {
  const t = useTexts(usageTexts);
  const [preset, setPreset] = useState<UsagePreset>('LAST_MONTH');
  const [period, setPeriod] = useState(() => periodOfPreset('LAST_MONTH', Math.ceil(Date.now() / minuteMs) * minuteMs));
  const { usage, error, retry } = useUsage(period);
  const { data: limit } = useOperation('usage:getLimit', {});
  const choose = (next: UsagePreset) => {
    setPreset(next);
    if (next !== 'CUSTOM_RANGE') setPeriod(periodOfPreset(next, Math.ceil(Date.now() / minuteMs) * minuteMs));
  };
  const heads = [t('kind'), t('id'), t('name'), t('events'), t('bytes'), t('previousEvents'), t('previousVolume')];
  const bytesPerDay = limit?.bytesPerDay ?? null;
  return (
    <div className="flex flex-col gap-4 pt-2">
      <div className="flex flex-wrap items-center gap-2">
        <Select<UsagePreset>
          size="sm"
          className="w-auto!"
          aria-label={t('range')}
          value={preset}
          onChange={choose}
          options={usagePresets.map((value) => ({ value, label: t(value) }))}
        />
        {limit && <LimitButton limit={bytesPerDay} />}
        <Button
          className="ml-auto"
          icon="publish"
          disabled={usage?.period !== period}
          onClick={() => usage && saveFile([usageCsv(heads, partsOf(usage))], 'usage.csv', 'text/csv')}
        >
          {t('export')}
        </Button>
      </div>
      {preset === 'CUSTOM_RANGE' && (
        <Card className="p-3 w-fit">
          <CustomRange value={period} onApply={setPeriod} />
        </Card>
      )}
      {error && <ListFailed error={error} onRetry={retry} />}
      {usage && (
        <div className="usage-numbers" aria-busy={usage.period !== period}>
          <Numbers usage={usage} bytesPerDay={bytesPerDay} />
        </div>
      )}
      {!usage && !error && (
        <>
          <Skeleton height={84} />
          <Skeleton height={190} />
          <Skeleton height={160} />
        </>
      )}
    </div>
  );
}

const partsOf = ({ listeners, datasinks, pipelines }: WholeUsage) => [
  { kind: 'listener', rows: listeners.rows },
  { kind: 'datasink', rows: datasinks.rows },
  { kind: 'pipeline', rows: pipelines.rows },
];

function Numbers({ usage, bytesPerDay }: { readonly usage: WholeUsage; readonly bytesPerDay: number | null }) {
  const t = useTexts(usageTexts);
  const format = useFormat();
  const { period, listeners, datasinks, pipelines } = usage;
  const days = averagedDays([listeners, datasinks, pipelines], period);
  const over = listeners.days.filter(({ bytes }) => overBy(bytes, bytesPerDay) !== undefined).length;
  return (
    <>
      <div className="usage-tiles">
        <Tile title={t('ingest')} {...volumesOf(totalOf(listeners.rows), 'bytes')} />
        <Tile title={t('eventsIn')} {...volumesOf(totalOf(listeners.rows), 'events')} />
        <Tile title={t('egress')} {...volumesOf(totalOf(datasinks.rows), 'bytes')} />
        <Tile title={t('eventsOut')} {...volumesOf(totalOf(datasinks.rows), 'events')} />
      </div>
      {days > 0 && <p className="ui-hint">{t('averageHint', { count: Math.round(days * 10) / 10 })}</p>}
      {over > 0 && (
        <Note tone="warning" title={t('overDays', { count: over })}>
          {t('limitHint')}
        </Note>
      )}
      <Card className="p-3.5 flex flex-col gap-6">
        <div className="flex items-baseline gap-2">
          <h3 className="font-medium flex-1">{t('perDay')}</h3>
          <span className="ui-hint">{t('utc')}</span>
        </div>
        <DayBars days={listeners.days} limit={bytesPerDay} />
      </Card>
      <UsageTable title={t('listeners')} events={t('eventsIn')} volume={t('ingest')} rows={listeners.rows} days={days} />
      <UsageTable title={t('datasinks')} events={t('eventsOut')} volume={t('egress')} rows={datasinks.rows} days={days} />
      <UsageTable title={t('pipelines')} events={t('eventsIn')} volume={t('volume')} rows={pipelines.rows} days={days} />
    </>
  );

  function volumesOf(total: ReturnType<typeof totalOf>, unit: 'events' | 'bytes') {
    const say = (value: number) => {
      if (unit === 'events') return format.compact(value);
      const { value: number, unit: name } = format.bytes(value);
      return `${number} ${name}`;
    };
    return {
      value: say(total[unit]),
      exact: format.number(total[unit]),
      average: say(perDay(total[unit], days)),
      change: trendOf(total[unit], total.previous[unit]),
    };
  }
}

function Tile({
  title,
  value,
  exact,
  average,
  change,
}: {
  readonly title: string;
  readonly value: string;
  readonly exact: string;
  readonly average: string;
  readonly change: number | undefined;
}) {
  const t = useTexts(usageTexts);
  return (
    <Card className="usage-tile">
      <div className="text-xs text-muted">{title}</div>
      <div className="metric metric-md ui-num" title={exact}>
        {value}
      </div>
      <div className="text-2xs/4 text-muted flex gap-1.5 whitespace-nowrap">
        <Trend change={change} /> {change !== undefined && t('trend')}
      </div>
      <div className="text-2xs/4 text-muted truncate">
        {t('average')} <span className="ui-num text-text">{average}</span>
      </div>
    </Card>
  );
}
