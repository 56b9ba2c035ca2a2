import type { ReactNode } from 'react';
import { CopyCode, Note, Pairs } from '@acequia/ui';
import type { ObjectStatusView } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { NextTry } from './next-try.tsx';
import { isTroubled, stateLooks } from './state-looks.ts';
import { objectStateTexts } from './texts.ts';

/** Why a thing does not do its work, since when, and what waits for it; nothing while all is well. */
export function StateNote({ status, action }: { readonly status: ObjectStatusView; readonly action?: ReactNode }) {
  const t = useTexts(objectStateTexts);
  const format = useFormat();
  const reasonText = useReasonText();
  const { state, since, reason, lastError, waitingEvents, waitingBytes, oldestAt, nextTryAt } = status;
  const error = reason ?? lastError;
  const volume = format.bytes(waitingBytes);
  const waits = waitingEvents > 0 && state !== 'offline';
  if (!isTroubled(state)) return null;
  return (
    <div role={state === 'action-required' ? 'alert' : 'status'}>
      <Note tone={stateLooks[state].tone} title={t(state)}>
        {since !== null && <p>{t('since', { when: format.moment(since) })}</p>}
        {state === 'offline' && <p>{t('offlineWhy')}</p>}
        {error && <p>{reason ? reasonText(error) : t('lastError', { error: reasonText(error) })}</p>}
        {waits && (
          <>
            <p>{t('nothingLost')}</p>
            <Pairs
              pairs={[
                [t('waitingEvents'), format.number(waitingEvents)],
                [t('waitingBytes'), `${volume.value} ${volume.unit}`],
                ...(oldestAt === null ? [] : [[t('oldest'), <TimeAgo key="oldest" atMs={oldestAt} />] as const]),
              ]}
            />
          </>
        )}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 mt-1">
          {nextTryAt !== null && <NextTry atMs={nextTryAt} />}
          {error && <CopyCode text={error.code} />}
          {action && <span className="ml-auto">{action}</span>}
        </div>
      </Note>
    </div>
  );
}
