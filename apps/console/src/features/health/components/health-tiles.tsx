import { Card, Dot, Sparkline, type Tone } from '@acequia/ui';
import type { HealthPart, LiveFrame } from '@acequia/contract';
import { sumRates } from '#blocks/live/live-store.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { waitingIn, type FlowRow } from '../model/flow-rows.ts';
import { healthTexts } from '../texts.ts';

const droppedIn = (frame: LiveFrame): number =>
  Object.values(frame.pipelines).reduce((sum, { dropped, rejected }) => sum + dropped + rejected, 0) +
  Object.values(frame.listeners).reduce((sum, { rejected }) => sum + rejected, 0);
const queuedIn = (frame: LiveFrame): number => Object.values(frame.datasinks).reduce((sum, { queuedEvents }) => sum + queuedEvents, 0);

/** Of everything together: in, out, dropped, waiting, and what lies undelivered on disk; over the last minute. */
export function HealthTiles({
  parts,
  rows,
  frame,
  history,
}: {
  readonly parts: readonly HealthPart[];
  readonly rows: readonly FlowRow[];
  readonly frame: LiveFrame | undefined;
  readonly history: readonly LiveFrame[];
}) {
  const t = useTexts(healthTexts);
  const format = useFormat();
  const waiting = waitingIn(rows);
  const undelivered = parts.reduce((sum, { undeliveredBytes }) => sum + undeliveredBytes, 0);
  const onDisk = format.bytes(undelivered);
  const rate = (of: (shown: LiveFrame) => number) => (frame ? format.compact(of(frame)) : '—');
  const line = (of: (shown: LiveFrame) => number) => history.map(of);
  const eventsIn = (shown: LiveFrame) => sumRates(shown).in.events;
  const eventsOut = (shown: LiveFrame) => sumRates(shown).out.events;
  return (
    <div className="tiles">
      <HealthTile title={t('in')} tone="in" value={rate(eventsIn)} unit="EPS" values={line(eventsIn)} />
      <HealthTile title={t('out')} tone="out" value={rate(eventsOut)} unit="EPS" values={line(eventsOut)} />
      <HealthTile title={t('dropped')} tone="danger" value={rate(droppedIn)} unit="EPS" values={line(droppedIn)} />
      <HealthTile
        title={t('waiting')}
        tone="warning"
        value={format.compact(waiting)}
        unit={t('events')}
        exact={format.number(waiting)}
        values={line(queuedIn)}
      />
      <HealthTile
        title={t('journal')}
        tone="cluster"
        value={onDisk.value}
        unit={onDisk.unit}
        exact={`${format.number(undelivered)}. ${t('journalHint')}`}
      />
    </div>
  );
}

function HealthTile({
  title,
  tone,
  value,
  unit,
  exact,
  values,
}: {
  readonly title: string;
  readonly tone: Tone;
  readonly value: string;
  readonly unit: string;
  readonly exact?: string;
  readonly values?: readonly number[];
}) {
  return (
    <Card className="tile-card">
      <div className="text-xs text-muted flex items-center gap-2">
        <Dot tone={tone} />
        <span className="truncate">{title}</span>
      </div>
      <div className="metric ui-num" title={exact}>
        {value}
        <small>{unit}</small>
      </div>
      {values && <Sparkline series={[{ values, tone }]} height={22} />}
    </Card>
  );
}
