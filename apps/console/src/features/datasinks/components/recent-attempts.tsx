import { useState } from 'react';
import { Button, Icon, toneClass } from '@acequia/ui';
import type { Attempt } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useReasonSentences } from '#lib/operations/use-reason-text.ts';
import { datasinkTexts } from '../texts.ts';

const shownFirst = 6;
const refetchMs = 5000;

const looks = {
  delivered: { tone: 'success', icon: 'check', word: 'attemptDelivered' },
  rejected: { tone: 'danger', icon: 'warning', word: 'attemptRejected' },
  failed: { tone: 'warning', icon: 'history', word: 'attemptFailed' },
} as const;

/** What became of the last batches that workers sent there; nothing where none of them remembers any. */
export function RecentAttempts({ id }: { readonly id: string }) {
  const t = useTexts(datasinkTexts);
  const [all, showAll] = useState(false);
  const { data } = useOperation('datasinks:attempts', { id }, { refetchMs });
  if (!data || (data.attempts.length === 0 && data.away === 0)) return null;
  const { attempts, away } = data;
  const failed = attempts.filter(({ outcome }) => outcome !== 'delivered').length;
  return (
    <section aria-labelledby="recent-attempts">
      <header className="flex items-baseline gap-2 pb-1">
        <h3 id="recent-attempts" className="font-medium flex-1">
          {t('attempts')}
        </h3>
        {failed > 0 && <span className="ui-hint ui-num">{t('attemptsFailed', { count: failed })}</span>}
      </header>
      <ul>
        {attempts.slice(0, all ? undefined : shownFirst).map((attempt, index) => (
          <AttemptLine key={`${attempt.workerId} ${attempt.at} ${index}`} attempt={attempt} />
        ))}
      </ul>
      {away > 0 && <p className="ui-hint pt-1">{t('attemptsAway', { count: away })}</p>}
      {attempts.length > shownFirst && (
        <Button size="sm" variant="ghost" onClick={() => showAll(!all)}>
          {all ? t('attemptsFewer') : t('attemptsAll', { count: attempts.length })}
        </Button>
      )}
    </section>
  );
}

function AttemptLine({ attempt: { at, tookMs, outcome, events, code, status } }: { readonly attempt: Attempt }) {
  const t = useTexts(datasinkTexts);
  const format = useFormat();
  const sentences = useReasonSentences();
  const { tone, icon } = looks[outcome];
  const what = events === 0 ? t('attemptConnect') : t(looks[outcome].word, { count: events });
  const error = code === null ? undefined : sentences({ code, fields: {} });
  const why = [status === null ? '' : `HTTP ${status}`, error?.title].filter(Boolean).join(': ');
  return (
    <li className="flex items-baseline gap-2 py-1 border-b last:border-b-0 min-w-0">
      <time className="ui-num text-muted flex-none" dateTime={new Date(at).toISOString()} title={format.exactly(at)}>
        {format.timeOfDay(at)}
      </time>
      <span className={`ui-ink self-center flex-none ${toneClass(tone)}`}>
        <Icon name={icon} size={14} />
      </span>
      <span className="flex-1 min-w-0">
        <span className="block">{what}</span>
        {why !== '' && (
          <span className="ui-hint block truncate" title={error ? `${error.title}. ${error.text}` : why}>
            {why}
          </span>
        )}
      </span>
      <span className="ui-num text-muted flex-none">{format.duration(tookMs)}</span>
    </li>
  );
}
