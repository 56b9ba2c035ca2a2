import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Card, Dot, Skeleton, type Tone } from '@acequia/ui';
import type { Datasink, Totals } from '@acequia/contract';
import { RangeTrend } from '#blocks/charts/range-trend.tsx';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { waitingFor, waitingForAll } from '#blocks/live/live-store.ts';
import { summed, useSeries } from '#blocks/live/use-series.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat, type Format } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import type { ChosenRange } from '#lib/ranges/chosen-range.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useMay } from '#lib/session/index.ts';
import { changeOf, sumsOf } from '../model/tiles.ts';
import { homeTexts } from '../texts.ts';

/** They change when a person changes them, and with what a step rejects. */
const lettersRefetchMs = 10_000;

/** What was received and delivered in the range, what waits now, and what was rejected; each apart. */
export function Tiles({
  range,
  measure,
  totals,
  datasinks,
  excluded,
}: {
  readonly range: ChosenRange;
  readonly measure: 'events' | 'bytes';
  /** Of the range. */
  readonly totals: Totals | undefined;
  readonly datasinks: readonly Datasink[] | undefined;
  /** Datasinks whose events are not counted. */
  readonly excluded: readonly string[];
}) {
  const t = useTexts(homeTexts);
  const format = useFormat();
  const frame = useLiveFrame();
  const { from, previousFrom } = usePeriod(range);
  const { data: before } = useOperation('metrics:totals', { from: previousFrom, to: from }, { keepPrevious: true });
  const listenerSeries = summed(useSeries('listener', measure === 'events' ? 'eventsIn' : 'bytesIn', range));
  const datasinkSeries = summed(useSeries('datasink', measure === 'events' ? 'eventsOut' : 'bytesOut', range), excluded);
  if (!totals) return <TilesSkeleton />;
  const sums = sumsOf(totals, excluded);
  const past = before && sumsOf(before, excluded);
  const counted = (ids: readonly string[]) => ids.filter((id) => !excluded.includes(id)).length;
  const sinksReached = counted(Object.keys(totals.datasinks));
  const included = datasinks?.filter(({ id }) => !excluded.includes(id));
  const waiting = included && waitingForAll(included, frame);
  const waitingAt = included?.filter((datasink) => waitingFor(datasink, frame).events > 0).length ?? 0;
  const inKey = measure === 'events' ? 'received' : 'receivedBytes';
  const outKey = measure === 'events' ? 'delivered' : 'deliveredBytes';
  const lost = (['dropped', 'expired'] as const).filter((outcome) => sums[outcome] > 0);
  const deliveredTitle = sinksReached > 0 ? t('deliveredTo', { count: sinksReached }) : t('delivered');
  const rejectedAt = rejecters(totals.listeners);
  const rejectedIn = rejecters(totals.pipelines);
  const listenersHeard = Object.values(totals.listeners).filter(({ received }) => received > 0).length;
  return (
    <div className="tiles tiles-4">
      <Tile
        title={listenersHeard > 0 ? t('receivedFrom', { count: listenersHeard }) : t('received')}
        tone="in"
        of={{ events: sums.received, bytes: sums.receivedBytes }}
        measure={measure}
        series={listenerSeries}
      >
        {sums.received > 0 && <Delta change={past && (changeOf(sums[inKey], past[inKey]) ?? null)} />}
      </Tile>
      <Tile
        title={excluded.length > 0 ? `${deliveredTitle} · ${t('leftOut', { count: excluded.length })}` : deliveredTitle}
        tone="out"
        of={{ events: sums.delivered, bytes: sums.deliveredBytes }}
        measure={measure}
        series={datasinkSeries}
      >
        {sums.delivered > 0 && <Delta change={past && (changeOf(sums[outKey], past[outKey]) ?? null)} />}
      </Tile>
      <Tile title={t('waitingNow')} tone="warning" of={waiting} measure={measure}>
        {waiting && <Note>{waitingAt > 0 ? t('waitingAt', { count: waitingAt }) : t('nothingWaits')}</Note>}
      </Tile>
      <Tile
        title={
          rejectedIn > 0 && rejectedAt === 0
            ? t('rejectedIn', { count: rejectedIn })
            : rejectedAt > 0 && rejectedIn === 0
              ? t('rejectedAt', { count: rejectedAt })
              : t('rejected')
        }
        tone="danger"
        of={{ events: sums.rejected }}
        measure="events"
      >
        <Note>
          {sums.rejected > 0 && <KeptLetters />}
          {sums.rejected > 0 && lost.length > 0 && ' · '}
          {lost.length > 0
            ? lost.map((outcome) => `${format.number(sums[outcome])} ${t(`sum.${outcome}`)}`).join(' · ')
            : sums.rejected === 0 && t('nothingRejected')}
        </Note>
      </Tile>
    </div>
  );
}

/** Listeners or pipelines with rejected events. */
const rejecters = (things: Readonly<Record<string, { readonly rejected: number }>>): number =>
  Object.values(things).filter(({ rejected }) => rejected > 0).length;

/** How many of them wait for a person now: the others were sent again, discarded or fell out. */
function KeptLetters() {
  const t = useTexts(homeTexts);
  const mayRead = useMay('dead-letter:read');
  const { data } = useOperation('deadLetters:causes', {}, { enabled: mayRead, refetchMs: lettersRefetchMs });
  if (!mayRead) return null;
  const kept = data?.causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <Link to="/dead-letters" className="ui-link">
      {kept === undefined || data?.away.length ? t('seeLetters') : kept === 0 ? t('noLetters') : t('letters', { count: kept })}
    </Link>
  );
}

interface Amount {
  readonly events: number;
  readonly bytes?: number;
}

/** The amount in the unit that is asked for, and in the other beside its title. */
function Tile({
  title,
  tone,
  of,
  measure,
  series,
  children,
}: {
  readonly title: string;
  readonly tone: Tone;
  /** Undefined until it is known. */
  readonly of: Amount | undefined;
  readonly measure: 'events' | 'bytes';
  readonly series?: readonly number[];
  readonly children: ReactNode;
}) {
  const t = useTexts(homeTexts);
  const format = useFormat();
  const inEvents = (events: number) => ({ value: wholeOrCompact(events, format), unit: t('unit', { count: events }) });
  const shown = of && (measure === 'bytes' && of.bytes !== undefined ? format.bytes(of.bytes) : inEvents(of.events));
  const other = !of?.bytes || of.events === 0 ? undefined : measure === 'events' ? format.bytes(of.bytes) : inEvents(of.events);
  return (
    <Card className="tile-card">
      <div className="tile-head">
        <Dot tone={tone} />
        <span className="tile-title">{title}</span>
        {other && <span className="ui-num whitespace-nowrap ml-auto">{`${other.value} ${other.unit}`}</span>}
      </div>
      <div className="flex items-end gap-2.5">
        <div className="metric ui-num" title={of && format.number(measure === 'bytes' && of.bytes !== undefined ? of.bytes : of.events)}>
          {shown?.value ?? '—'}
          {shown && <small>{shown.unit}</small>}
        </div>
        {series && series.some((value) => value > 0) && (
          <span className="tile-trend flex-1 min-w-0 max-w-24 ml-auto">
            <RangeTrend series={[{ values: series, tone }]} height={30} width={76} />
          </span>
        )}
      </div>
      {children}
    </Card>
  );
}

const wholeMax = 100_000;
/** In full as long as it is short enough to be read at a glance. */
const wholeOrCompact = (value: number, format: Format): string => (value < wholeMax ? format.number(value) : format.compact(value));

const Note = ({ children }: { readonly children: ReactNode }) => <div className="text-2xs/4 text-muted truncate">{children}</div>;

/** A change is only a fact here: whether more is good news nobody knows. Null: there is nothing to compare with; undefined: not known yet. */
function Delta({ change }: { readonly change: number | null | undefined }) {
  const t = useTexts(homeTexts);
  const format = useFormat();
  if (change === undefined || change === null) return <Note>{change === null ? t('noneBefore') : '\u00a0'}</Note>;
  return (
    <div className="text-2xs/4 flex gap-1.5 text-muted whitespace-nowrap overflow-hidden">
      <span className="ui-delta ui-num ui-c-neutral">
        <span aria-hidden>{change > 0 ? '▲' : change < 0 ? '▼' : '='}</span> {format.percent(Math.abs(change))}
        <span className="ui-hidden"> {change >= 0 ? t('up') : t('down')}</span>
      </span>
      <span className="truncate">{t('versus')}</span>
    </div>
  );
}

function TilesSkeleton() {
  return (
    <div className="tiles tiles-4" aria-busy>
      {Array.from({ length: 4 }, (_, index) => (
        <Card key={index} className="tile-card">
          <Skeleton width={80} height={12} />
          <Skeleton width={110} height={28} />
          <Skeleton width={60} height={12} />
        </Card>
      ))}
    </div>
  );
}
