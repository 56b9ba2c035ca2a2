import { Icon, Sparkline } from '@acequia/ui';
import { useEffect, useState } from 'react';
import { shareUnderWay } from '#blocks/live/live-store.ts';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { LiveStore } from '../../model/live-store.ts';
import { cardRate, type Rate } from '../../model/node-rates.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';

interface Point {
  readonly entered: Rate;
  readonly delivered: Rate;
}

const pointsMax = 60;
const pointsAveraged = 15;

/** What enters and leaves the running version, with the last minute as two lines. */
export function NowCard() {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const { live } = useServices();
  const { document } = useView();
  const label = document.nodes.find((node) => node.kind === 'label')?.id;
  const [points, setPoints] = useState<readonly Point[]>([]);
  useEffect(
    () =>
      live.subscribe(() => {
        const pipeline = live.pipeline();
        const entered = enteredRate(live, label);
        setPoints((known) => (pipeline && entered ? [...known, { entered, delivered: pipeline.delivered }].slice(-pointsMax) : []));
      }),
    [live, label],
  );
  const now = points.at(-1);
  if (!now) return null;
  const averaged = points.slice(-pointsAveraged);
  const mean = (bytesOf: (point: Point) => number) => averaged.reduce((sum, point) => sum + bytesOf(point), 0) / averaged.length;
  const entered = mean((point) => point.entered.bytes);
  const saved = entered - mean((point) => point.delivered.bytes);
  const bytes = format.bytes(saved);
  return (
    <div className="pe-now">
      <div className="pe-now-title">{t('now')}</div>
      <div className="pe-now-rates ui-num">
        <b className="ui-c-in pe-ink">{format.compact(now.entered.events)}</b>
        <Icon name="arrow-right" size={12} />
        <b className="ui-c-out pe-ink">{format.compact(now.delivered.events)}</b>
        <span>{t('eps')}</span>
      </div>
      {saved > entered * shareUnderWay(averaged.length) && (
        <div className="pe-now-saved ui-num">
          <b className="ui-c-success pe-ink">{t('less', { percent: format.percent(saved / entered) })}</b> · {bytes.value} {bytes.unit}/s
        </div>
      )}
      {points.length > 1 && (
        <div className="pe-now-lines">
          <Sparkline
            height={28}
            width={150}
            series={[
              { tone: 'in', values: points.map((point) => point.entered.events) },
              { tone: 'out', values: points.map((point) => point.delivered.events) },
            ]}
          />
        </div>
      )}
    </div>
  );
}

/** What the label lets in; the same number as on its card. */
const enteredRate = (live: LiveStore, label: string | undefined): Rate | undefined =>
  cardRate({ kind: 'label' }, label === undefined ? undefined : live.node(label), live.pipeline());
