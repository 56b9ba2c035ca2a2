import { useEffect, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { daysLeft, trialGraceMs, trialMs, trialPhase } from '@acequia/domain';
import { Icon } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { trialTexts } from './trial-texts.ts';

const dayMs = 86_400_000;
/** From here on it stands out. */
const soonDays = 7;

/** Over every page of a tenant that is tried out: how many days are left, or what is limited since its end (both ms since 1970). */
export function TrialBanner({ endsAt }: { readonly endsAt: number }) {
  const t = useTexts(trialTexts);
  const format = useFormat();
  const nowMs = useNowOfDays(endsAt);
  const phase = trialPhase(endsAt, nowMs);
  const left = daysLeft(endsAt, nowMs);
  const stopsAt = format.day(endsAt + trialGraceMs);
  const urgency = phase === 'running' ? (left <= soonDays ? 'soon' : 'calm') : 'over';
  return (
    <aside className="trial" data-urgency={urgency} aria-label={t('label')}>
      {phase === 'running' ? (
        <>
          <span className="trial-tag">{t('label')}</span>
          <progress className="trial-track" max={trialMs} value={Math.min(trialMs, trialMs - (endsAt - nowMs))} aria-label={t('elapsed')} />
          <span className="trial-words">
            <b className="ui-num">{t('left', { count: left })}</b> <span>{t('ends', { day: format.day(endsAt) })}</span>
          </span>
        </>
      ) : (
        <>
          <Icon name="lock" size={15} />
          <span className="trial-words">
            <b>{t(phase)}</b> <span>{phase === 'over' ? t('overText', { day: stopsAt }) : t('stoppedText', { day: stopsAt })}</span>
          </span>
        </>
      )}
      <Link
        to="."
        search={(search) => ({ ...search, section: 'organization_settings' as const, option: 'payment_method' as const })}
        className="trial-link"
        activeProps={{ 'aria-current': undefined }}
      >
        {t('plan')}
        <Icon name="arrow-right" size={13} />
      </Link>
    </aside>
  );
}

/** Now, read again whenever a day of the trial, or of the time after it, is over. */
function useNowOfDays(endsAt: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const untilBorder = (((endsAt - nowMs) % dayMs) + dayMs) % dayMs || dayMs;
    const timer = setTimeout(() => setNowMs(Date.now()), untilBorder + 50);
    return () => clearTimeout(timer);
  }, [endsAt, nowMs]);
  return nowMs;
}
