import type { ReactNode } from 'react';
import { Card, Dot, Ring, Skeleton, Sparkline, type Tone } from '@acequia/ui';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { sumRates } from '#blocks/live/live-store.ts';
import { summed, useSeries } from '#blocks/live/use-series.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import type { ChosenRange } from '#lib/ranges/chosen-range.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { changeOf, savedFraction, sumsOf } from '../model/tiles.ts';
import { homeTexts } from '../texts.ts';

const dayMs = 86_400_000;

/** Net saved, events in and out, volume and what a day will bring; each against the period before. */
export function Tiles({
  range,
  measure,
  excluded,
}: {
  readonly range: ChosenRange;
  readonly measure: 'events' | 'bytes';
  /** Datasinks whose events are not counted. */
  readonly excluded: readonly string[];
}) {
  const t = useTexts(homeTexts);
  const format = useFormat();
  const frame = useLiveFrame();
  const { from, to, previousFrom } = usePeriod(range);
  const { data: now } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
  const { data: before } = useOperation('metrics:totals', { from: previousFrom, to: from }, { keepPrevious: true });
  const listenerSeries = summed(useSeries('listener', measure === 'events' ? 'eventsIn' : 'bytesIn', range));
  const datasinkSeries = summed(useSeries('datasink', measure === 'events' ? 'eventsOut' : 'bytesOut', range), excluded);
  const bytesSeries = summed(useSeries('listener', 'bytesIn', range));
  if (!now) return <TilesSkeleton />;
  const sums = sumsOf(now, excluded);
  const past = before ? sumsOf(before, excluded) : undefined;
  const rates = frame && sumRates(frame, excluded);
  const saved = savedFraction(sums);
  const savedBefore = past && savedFraction(past);
  const savedBytes = format.bytes(Math.max(0, sums.receivedBytes - sums.deliveredBytes));
  const volume = format.bytes(sums.receivedBytes);
  const estimate = format.bytes((sums.receivedBytes * dayMs) / (to - from));
  const rate = (side: 'in' | 'out') => {
    if (!rates) return { value: '—', unit: measure === 'events' ? 'EPS' : '', title2: undefined };
    if (measure === 'events') return { value: format.compact(rates[side].events), unit: 'EPS', title2: format.number(rates[side].events) };
    const bytes = format.bytes(rates[side].bytes);
    return { value: bytes.value, unit: `${bytes.unit}/s`, title2: format.number(rates[side].bytes) };
  };
  const inSums = measure === 'events' ? 'received' : 'receivedBytes';
  const outSums = measure === 'events' ? 'delivered' : 'deliveredBytes';
  return (
    <div className="tiles">
      <Card className="tile-card flex-row! items-center gap-3.5!">
        <Ring fraction={saved}>
          <span className="text-[12px] font-semibold tracking-tight ui-num">{saved === undefined ? '—' : format.percent(saved)}</span>
        </Ring>
        <div className="min-w-0">
          <div className="text-xs text-muted">{t('netSaved')}</div>
          <Metric value={saved === undefined ? '—' : savedBytes.value} unit={saved === undefined ? '' : savedBytes.unit} />
          <Delta change={saved === undefined || savedBefore === undefined ? undefined : saved - savedBefore} points good="up" />
        </div>
      </Card>
      <Tile title={t('listeners')} tone="in" {...rate('in')} series={listenerSeries}>
        <Delta change={past && changeOf(sums[inSums], past[inSums])} />
      </Tile>
      <Tile
        title={excluded.length > 0 ? `${t('datasinks')} · ${t('leftOut', { count: excluded.length })}` : t('datasinks')}
        tone="out"
        {...rate('out')}
        series={datasinkSeries}
      >
        <Delta change={past && changeOf(sums[outSums], past[outSums])} />
      </Tile>
      <Tile
        title={t('volumeIn')}
        tone="in"
        value={volume.value}
        unit={volume.unit}
        title2={format.number(sums.receivedBytes)}
        series={bytesSeries}
      >
        <Delta change={past && changeOf(sums.receivedBytes, past.receivedBytes)} />
      </Tile>
      <Tile
        title={t('estimate')}
        value={estimate.value}
        unit={t('inUnit', { unit: estimate.unit })}
        tone="cluster"
        dotless
        series={bytesSeries}
      >
        <Delta change={past && changeOf(sums.receivedBytes, past.receivedBytes)} />
      </Tile>
    </div>
  );
}

function Tile({
  title,
  tone,
  dotless = false,
  value,
  unit,
  title2,
  series,
  children,
}: {
  readonly title: string;
  readonly tone: Tone;
  readonly dotless?: boolean;
  readonly value: string;
  readonly unit: string;
  readonly title2?: string | undefined;
  readonly series: readonly number[];
  readonly children: ReactNode;
}) {
  return (
    <Card className="tile-card">
      <div className="text-xs text-muted flex items-center gap-2">
        {!dotless && <Dot tone={tone} />}
        <span className="truncate" title={title}>
          {title}
        </span>
      </div>
      <div className="flex items-end gap-2.5">
        <Metric value={value} unit={unit} title={title2} />
        <span className="flex-1 min-w-0 max-w-24 ml-auto">
          <Sparkline series={[{ values: series, tone }]} width={76} />
        </span>
      </div>
      {children}
    </Card>
  );
}

function Metric({ value, unit, title }: { readonly value: string; readonly unit: string; readonly title?: string | undefined }) {
  return (
    <div className="metric ui-num" title={title}>
      {value}
      {unit !== '' && <small>{unit}</small>}
    </div>
  );
}

/** `good`: which direction is good news; without it the change is only a fact. */
function Delta({ change, points = false, good }: { readonly change: number | undefined; readonly points?: boolean; readonly good?: 'up' }) {
  const t = useTexts(homeTexts);
  const format = useFormat();
  if (change === undefined) return <div className="text-[11px]/4 text-faint">—</div>;
  const size = points ? `${format.number(Math.round(Math.abs(change) * 1000) / 10)} ${t('points')}` : format.percent(Math.abs(change));
  const tone = good && change > 0 ? 'ui-c-success' : 'ui-c-neutral';
  return (
    <div className="text-[11px]/4 flex gap-1.5 text-muted whitespace-nowrap overflow-hidden">
      <span className={`ui-delta ui-num ${tone}`}>
        <span aria-hidden>{change > 0 ? '▲' : change < 0 ? '▼' : '='}</span> {size}
        <span className="ui-hidden"> {change >= 0 ? t('up') : t('down')}</span>
      </span>
      <span className="truncate">{t('versus')}</span>
    </div>
  );
}

function TilesSkeleton() {
  return (
    <div className="tiles" aria-busy>
      {Array.from({ length: 5 }, (_, index) => (
        <Card key={index} className="tile-card">
          <Skeleton width={80} height={12} />
          <Skeleton width={110} height={28} />
          <Skeleton width={60} height={12} />
        </Card>
      ))}
    </div>
  );
}
