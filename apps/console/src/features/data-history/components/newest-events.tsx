import { dateMsMax } from '@acequia/base/bounded';
import { LiveDot, Note, Skeleton } from '@acequia/ui';
import type { HeldEvent } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { dataHistoryTexts } from '../texts.ts';
import { EventTable } from './found-events.tsx';

/** Shown before anything is searched for, and asked for again this often. */
export const newestCount = 20;
const refetchMs = 3000;

/** What is asked for them; who asks the same has the same answer. */
export const newestQuestion = (listenerId: string) => ({ listenerId, from: 0, to: dateMsMax, count: newestCount });

/** The events that a listener received last, as they come in. */
export function NewestEvents({ listenerId, onOpen }: { readonly listenerId: string; readonly onOpen: (event: HeldEvent) => void }) {
  const t = useTexts(dataHistoryTexts);
  const { data, error } = useOperation('dataHistory:search', newestQuestion(listenerId), { refetchMs });
  if (!data && !error) return <Skeleton height={96} />;
  return (
    <>
      <div className="flex items-center gap-2">
        <h3 className="font-medium">{t('newestTitle')}</h3>
        <LiveDot on={!error} />
        <span className="ui-hint">{t('live')}</span>
      </div>
      {error ? (
        <Note tone="warning" title={describeError(error).title}>
          {describeError(error).text}
        </Note>
      ) : data.events.length > 0 ? (
        <EventTable label={t('newestTitle')} events={data.events} onOpen={onOpen} />
      ) : (
        <p className="text-muted">{t('noneYet')}</p>
      )}
    </>
  );
}
