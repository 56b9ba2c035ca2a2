import { lazy, Suspense, useState, type FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Card, Icon, Input, Select, Skeleton } from '@acequia/ui';
import { storedExpressionSchema } from '@acequia/event';
import type { HeldEvent, Listener } from '@acequia/contract';
import { DateRange } from '#blocks/date-range/date-range.tsx';
import { labelName } from '#blocks/labels/label-name.ts';
import { labelTexts } from '#blocks/labels/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { useRange } from '#lib/ranges/use-range.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { dataHistoryTexts } from '../texts.ts';
import { EventDrawer } from './event-drawer.tsx';
import { FoundEvents } from './found-events.tsx';
import { NewestEvents } from './newest-events.tsx';
import { useHistorySearch } from './use-history-search.ts';

/** Brings the condition editor along. */
const ConditionField = lazy(() => import('./condition-field.tsx').then((module) => ({ default: module.ConditionField })));

/** Search in what a listener keeps: time, label, text and condition; and the way to its replay. */
export function SearchPanel({ listener }: { readonly listener: Listener }) {
  const t = useTexts(dataHistoryTexts);
  const labelWords = useTexts(labelTexts);
  const [range, setRange] = useRange();
  const [labelId, setLabelId] = useState('all');
  const [text, setText] = useState('');
  const [condition, setCondition] = useState<unknown>();
  const [withCondition, setWithCondition] = useState(false);
  const [shown, setShown] = useState<HeldEvent>();
  const mayReadLabels = useMay('label:read');
  const mayReplay = useMay('pipeline:update');
  const { data: labels } = useOperation('labels:list', { listenerId: listener.id }, { enabled: mayReadLabels });
  const { from, to } = usePeriod(range);
  const history = useHistorySearch();
  const running = history.search?.running === true;
  const stored = storedExpressionSchema.safeParse(condition);
  const unfinished = withCondition && condition !== undefined && !stored.success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unfinished) return;
    history.begin({ listenerId: listener.id, labelId, from, to, text, ...(withCondition && stored.success ? { condition } : {}) });
  };
  return (
    <Card>
      <h2 className="history-heading">{t('search', { name: listener.name })}</h2>
      <div className="history-part">
        <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
          <div className="history-form">
            <DateRange value={{ ...range, from, to }} onChange={setRange} />
            {labels && (
              <Select
                className="w-auto!"
                aria-label={t('label')}
                value={labelId}
                onChange={setLabelId}
                options={labels.map((label) => ({ value: label.id, label: labelName(label, labelWords) }))}
              />
            )}
            <div className="flex-1 min-w-56">
              <Input
                aria-label={t('text')}
                placeholder={t('text')}
                title={t('textHint')}
                value={text}
                maxLength={1024}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
            <Button variant="ghost" onClick={() => setWithCondition(!withCondition)} aria-expanded={withCondition}>
              {t(withCondition ? 'dropCondition' : 'addCondition')}
            </Button>
            {running ? (
              <Button key="stop" icon="stop" onClick={history.stop}>
                {t('stop')}
              </Button>
            ) : (
              <Button key="run" variant="primary" icon="search" type="submit" disabled={unfinished}>
                {t('run')}
              </Button>
            )}
            {mayReplay && (
              <Button asChild>
                <Link
                  to="."
                  search={(now) => ({
                    ...now,
                    replay: 'new',
                    replayListener: listener.id,
                    replayFrom: String(from),
                    replayTo: String(Math.min(to, Date.now())),
                  })}
                >
                  <Icon name="play" size={14} />
                  {t('replay')}
                </Link>
              </Button>
            )}
          </div>
          {withCondition && (
            <Suspense fallback={<Skeleton height={52} />}>
              <ConditionField listener={listener} value={condition} onChange={setCondition} />
            </Suspense>
          )}
        </form>
        {history.search ? (
          <FoundEvents {...history.search} onOpen={setShown} onGoOn={history.goOn} />
        ) : (
          <NewestEvents listenerId={listener.id} onOpen={setShown} />
        )}
      </div>
      {shown && <EventDrawer event={shown} listener={listener} onClose={() => setShown(undefined)} />}
    </Card>
  );
}
