import { classNames, Icon, Sparkline } from '@acequia/ui';
import { diffDocuments, isEmptyDiff } from '@acequia/pipeline';
import { useStore } from '@xyflow/react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { PipelineChange } from '#blocks/size-change/pipeline-change.tsx';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { freeCorner, type Corner } from '../../model/free-corner.ts';
import type { LiveStore } from '../../model/live-store.ts';
import { minimapFrom } from '../../model/mini-map.ts';
import { portNamesHeight } from '../../model/readable-fit.ts';
import { cardRate, type Rate } from '../../model/node-rates.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';

interface Point {
  readonly entered: Rate;
  readonly delivered: Rate;
}

const pointsMax = 60;
/** px; in a narrow canvas it has no title and no lines. */
const size = { wide: { width: 216, height: 112 }, narrow: { width: 216, height: 56 } };
const narrowBelow = 760;
/** What stands beside it in the corner where it usually is: the button that shows the steps. */
const besidePx = 44;

/** What enters and leaves the running version, how the sizes of the last day differ, and the last minute as two lines. */
export function NowCard() {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const { live, pipelineId } = useServices();
  const { document } = useView();
  const { from, to } = usePeriod('24h');
  const { data: totals } = useOperation('metrics:totals', { from, to }, { keepPrevious: true });
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
  const running = useSyncExternalStore(live.subscribe, live.running);
  const differs = useMemo(
    () => (running && !isEmptyDiff(diffDocuments(running.document, document)) ? running : undefined),
    [running, document],
  );
  const corner = useFreeCorner();
  const now = points.at(-1);
  if (!now) return null;
  return (
    <div className={classNames('pe-now', `pe-now-${corner}`)}>
      <div className="pe-now-title">{differs ? t('ratesOf', { version: differs.version }) : t('now')}</div>
      <div className="pe-now-rates ui-num">
        <b className="ui-c-in pe-ink">{format.compact(now.entered.events)}</b>
        <Icon name="arrow-right" size={12} />
        <b className="ui-c-out pe-ink">{format.compact(now.delivered.events)}</b>
        <span>{t('eps')}</span>
      </div>
      <div className="pe-now-saved">
        <PipelineChange pipelineId={pipelineId} totals={totals} />
      </div>
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

/** Where it covers no card. */
function useFreeCorner(): Corner {
  const { document, shape } = useView();
  const cards = useMemo(
    () =>
      document.nodes.map(({ id, position }) => {
        const { width, height } = shape(id);
        return { ...position, width, height: height + portNamesHeight };
      }),
    [document, shape],
  );
  const hasMap = cards.length >= minimapFrom;
  return useStore(({ width, height, transform: [x, y, zoom] }) => {
    const own = width < narrowBelow ? size.narrow : size.wide;
    const taken = { ...own, width: own.width + besidePx };
    return freeCorner(
      hasMap ? ['top-left', 'top-right'] : ['top-left', 'top-right', 'bottom-right'],
      taken,
      { width, height },
      { x, y, zoom },
      cards,
    );
  });
}

/** What the label lets in; the same number as on its card. */
const enteredRate = (live: LiveStore, label: string | undefined): Rate | undefined =>
  cardRate({ kind: 'label' }, label === undefined ? undefined : live.node(label), live.pipeline());
