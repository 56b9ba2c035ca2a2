import { Icon, Sparkline } from '@acequia/ui';
import { useEffect, useState } from 'react';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { LiveStore } from '../../model/live-store.ts';
import { cardRate, type Rate } from '../../model/node-rates.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';

interface Point {
  readonly entered: number;
  readonly delivered: number;
}

const pointsMax = 60;

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
        setPoints((known) =>
          pipeline && entered ? [...known, { entered: entered.events, delivered: pipeline.delivered.events }].slice(-pointsMax) : [],
        );
      }),
    [live, label],
  );
  const now = points.at(-1);
  const pipeline = live.pipeline();
  const entered = enteredRate(live, label);
  if (!now || !pipeline || !entered) return null;
  const saved = entered.bytes - pipeline.delivered.bytes;
  const bytes = format.bytes(saved);
  return (
    <div className="pe-now">
      <div className="pe-now-title">{t('now')}</div>
      <div className="pe-now-rates ui-num">
        <b className="ui-c-in pe-ink">{format.compact(now.entered)}</b>
        <Icon name="arrow-right" size={12} />
        <b className="ui-c-out pe-ink">{format.compact(now.delivered)}</b>
        <span>{t('eps')}</span>
      </div>
      {saved > 0 && entered.bytes > 0 && (
        <div className="pe-now-saved ui-num">
          <b className="ui-c-success pe-ink">{t('less', { percent: format.percent(saved / entered.bytes) })}</b> · {bytes.value}{' '}
          {bytes.unit}/s
        </div>
      )}
      {points.length > 1 && (
        <div className="pe-now-lines">
          <Sparkline
            height={28}
            width={150}
            series={[
              { tone: 'in', values: points.map((point) => point.entered) },
              { tone: 'out', values: points.map((point) => point.delivered) },
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
