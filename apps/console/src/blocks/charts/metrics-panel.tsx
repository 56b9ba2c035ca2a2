import { useState } from 'react';
import { CheckboxRow, Dot, Segmented, Select, Skeleton } from '@acequia/ui';
import { DateRange } from '#blocks/date-range/date-range.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useRange } from '#lib/ranges/use-range.ts';
import { ChartTable } from './chart-table.tsx';
import { LineChart } from './line-chart.tsx';
import { frequenciesFor, frequencyFor, frequencies, type Frequency } from './model/frequency.ts';
import { dataBegin } from './model/data-begin.ts';
import { ratesOf } from './model/scale.ts';
import { wholeSteps } from './model/whole-steps.ts';
import { chartTexts } from './texts.ts';
import { hasTwoLines, useFlowSeries, type FlowScope, type Unit } from './use-flow-series.ts';

const dayMs = 86_400_000;
const refetchMs = 5000;

/** In and out over time of one thing, or of all of a kind: unit, range, frequency, stacked or not, as a chart or as its numbers. */
export function MetricsPanel({
  scope,
  ids,
  title,
}: {
  readonly scope: FlowScope;
  readonly ids: readonly string[];
  readonly title: string;
}) {
  const t = useTexts(chartTexts);
  const format = useFormat();
  const [unit, setUnit] = useState<Unit>('events');
  const [range, setRange] = useRange();
  const [chosen, setChosen] = useState<Frequency>();
  const [stack, setStack] = useState(false);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const { from, to } = usePeriod(range);
  const fresh = range.preset !== 'custom' && to - from <= dayMs;
  const question = { scope, unit, ids, to, refetchMs: fresh ? refetchMs : undefined };
  const whole = useFlowSeries({ ...question, from, stepMs: frequencyFor(to - from, undefined) });
  const begin = range.preset === 'custom' || !whole ? undefined : dataBegin(whole, to);
  const shownFrom = begin ?? from;
  const frequency = frequencyFor(to - shownFrom, chosen);
  const series = useFlowSeries({ ...question, from: shownFrom, stepMs: frequency });
  // The steps of the whole range are coarse: of a beginning within one, the finer series knows the time.
  const drawnFrom = (begin !== undefined && series && dataBegin(series, to)) || shownFrom;

  const amount = (value: number): string => {
    if (unit === 'events') return value < 10 ? format.number(value) : format.compact(value);
    const { value: number, unit: name } = format.bytes(value);
    return `${number} ${name}`;
  };
  const say = (rate: number) => (unit === 'events' ? `${amount(rate)} EPS` : `${amount(rate)}/s`);
  const everyWord = (each: Frequency) =>
    t(each < frequencies[3] ? 'everyMinutes' : each < dayMs ? 'everyHours' : 'everyDay', {
      count: each < frequencies[3] ? each / frequencies[0] : each / frequencies[3],
    });
  const drawn = series && wholeSteps(series, drawnFrom);
  const lines = drawn?.lines.map(({ word, tone, counts }) => ({
    name: t(word),
    tone,
    values: ratesOf(counts, drawn.at, drawn.stepMs, Date.now()),
  }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <DateRange value={{ ...range, from, to }} onChange={setRange} />
        <Select<string>
          size="sm"
          className="w-auto!"
          aria-label={t('frequency')}
          value={String(frequency)}
          onChange={(next) => setChosen(frequencies.find((each) => String(each) === next))}
          options={frequenciesFor(to - shownFrom).map((each) => ({ value: String(each), label: everyWord(each) }))}
        />
        {hasTwoLines(scope, unit) && <CheckboxRow label={t('stack')} checked={stack} onChange={setStack} />}
        <span className="flex items-center gap-2 ml-auto">
          {scope !== 'label' && (
            <Segmented
              label={t('measure')}
              value={unit}
              onChange={setUnit}
              options={[
                { value: 'events', label: t('events') },
                { value: 'bytes', label: t('bytes') },
              ]}
            />
          )}
          <Segmented
            label={t('view')}
            value={view}
            onChange={setView}
            options={[
              { value: 'chart', label: t('chart'), icon: 'chart' },
              { value: 'table', label: t('table'), icon: 'list' },
            ]}
          />
        </span>
      </div>
      <dl className="chart-sums">
        {series?.lines.map(({ word, tone, counts }) => {
          const total = counts.reduce((sum, count) => sum + count, 0);
          return (
            <div key={word} title={format.number(total)}>
              <dt className="ui-hint flex items-center gap-1.5">
                <Dot tone={tone} /> {t(word)}, {t('ofRange')}
              </dt>
              <dd className="metric metric-md ui-num">{amount(total)}</dd>
            </div>
          );
        })}
      </dl>
      {begin !== undefined && <p className="ui-hint">{t('begins', { when: format.moment(drawnFrom) })}</p>}
      {!drawn || !lines ? (
        <Skeleton height={160} />
      ) : view === 'table' ? (
        <ChartTable lines={lines} at={drawn.at} say={say} />
      ) : (
        <LineChart
          title={title}
          lines={lines}
          at={drawn.at}
          stepMs={drawn.stepMs}
          stack={stack}
          say={say}
          onRange={(period) => setRange({ preset: 'custom', ...period, to: Math.min(period.to, Date.now()) })}
        />
      )}
    </div>
  );
}
