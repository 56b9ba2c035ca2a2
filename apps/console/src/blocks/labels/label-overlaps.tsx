import { Button, Card } from '@acequia/ui';
import type { Label } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { labelName } from './label-name.ts';
import { labelTexts } from './texts.ts';

const eventsAsked = 200;
const pairsShown = 6;

/** Which of the newest retained events match two labels: they enter the pipelines of both. */
export function LabelOverlaps({ listenerId, labels }: { readonly listenerId: string; readonly labels: readonly Label[] }) {
  const t = useTexts(labelTexts);
  const format = useFormat();
  const { data, error, refetch } = useOperation('labels:matches', { listenerId, events: eventsAsked }, { keepPrevious: true });
  const nameOf = (id: string) => {
    const label = labels.find((each) => each.id === id);
    return label ? labelName(label, t) : id;
  };
  if (!data && !error) return null;
  return (
    <Card className="p-3 flex flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <h3 className="text-xs font-semibold flex-1">{t('overlapTitle')}</h3>
        {data && data.events > 0 && <span className="ui-hint">{t('lastEvents', { count: data.events })}</span>}
      </div>
      {error ? (
        <p className="ui-hint flex items-center gap-2">
          {t('workerAway')}
          <Button size="sm" variant="ghost" onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </p>
      ) : data!.events === 0 ? (
        <p className="ui-hint">{t('lastEventsNone')}</p>
      ) : data!.overlaps.length === 0 ? (
        <p className="ui-hint">{t('noOverlap')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {data!.overlaps.slice(0, pairsShown).map(({ labels: [a, b], events }) => (
            <li key={`${a} ${b}`} className="flex items-center gap-2 text-xs">
              <span className="flex-1 min-w-0 truncate">{t('overlap', { count: events, a: nameOf(a), b: nameOf(b) })}</span>
              <span className="ui-hint ui-num">{format.percent(events / data!.events)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
