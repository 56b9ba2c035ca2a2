import './state-note.css';
import type { ReactNode } from 'react';
import { CopyCode, Icon, toneClass } from '@acequia/ui';
import type { ObjectStatusView } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useReasonSentences } from '#lib/operations/use-reason-text.ts';
import { NextTry } from './next-try.tsx';
import { isTroubled, stateLooks } from './state-looks.ts';
import { objectStateTexts } from './texts.ts';

/**
 * What keeps a thing from its work and since when, the next try with `action`, and what waits for it; nothing while all is well. The
 * state itself is named by the chip above.
 */
export function StateNote({
  status,
  action,
  waitingNote,
}: {
  readonly status: ObjectStatusView;
  readonly action?: ReactNode;
  /** Of what the number of waiting events is. */
  readonly waitingNote?: ReactNode;
}) {
  const t = useTexts(objectStateTexts);
  const format = useFormat();
  const sentences = useReasonSentences();
  const { state, since, reason, lastError, waitingEvents, nextTryAt } = status;
  if (!isTroubled(state)) return null;
  const what = reason ? sentences(reason) : { title: t(state), text: state === 'offline' ? t('offlineWhy') : '' };
  const last = reason ? undefined : (lastError ?? undefined);
  const code = (reason ?? last)?.code;
  const lastWords = last && sentences(last);
  return (
    <div role={state === 'action-required' ? 'alert' : 'status'} className="state-note">
      <div className={`state-note-box ${toneClass(stateLooks[state].tone)}`}>
        <div className="state-note-what">
          <h3>{what.title}</h3>
          {since !== null && <p className="ui-hint">{t('since', { when: format.moment(since) })}</p>}
          {what.text !== '' && <p>{what.text}</p>}
          {lastWords && <p>{t('lastError', { error: `${lastWords.title}. ${lastWords.text}` })}</p>}
          {code !== undefined && <CopyCode text={code} />}
        </div>
        {(nextTryAt !== null || action) && (
          <div className="state-note-next">
            {nextTryAt !== null && <NextTry atMs={nextTryAt} />}
            {action && <span className="ml-auto">{action}</span>}
          </div>
        )}
      </div>
      {waitingEvents > 0 && state !== 'offline' && <Waiting status={status} />}
      {waitingNote && state !== 'offline' && <p className="ui-hint">{waitingNote}</p>}
    </div>
  );
}

/** That nothing is lost, and how much waits for how long. */
function Waiting({ status: { waitingEvents, waitingBytes, oldestAt } }: { readonly status: ObjectStatusView }) {
  const t = useTexts(objectStateTexts);
  const format = useFormat();
  const volume = format.bytes(waitingBytes);
  const facts = [
    [t('waitingEvents'), format.number(waitingEvents)],
    [t('waitingBytes'), `${volume.value} ${volume.unit}`],
    ...(oldestAt === null ? [] : [[t('oldest'), <TimeAgo key="oldest" atMs={oldestAt} />] as const]),
  ] as const;
  return (
    <>
      <p className="state-note-safe">
        <Icon name="shield" size={16} />
        {t('nothingLost')}
      </p>
      <dl className="state-note-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="ui-hint">{name}</dt>
            <dd className="ui-num">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
