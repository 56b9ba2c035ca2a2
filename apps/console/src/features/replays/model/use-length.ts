import { useTexts } from '#i18n/use-texts.ts';
import { replayTexts } from '../texts.ts';

/** A length of time in its two largest units: `3 h 12 min`. */
export function useLength(): (ms: number) => string {
  const t = useTexts(replayTexts);
  return (ms) => {
    const seconds = Math.max(1, Math.round(ms / 1000));
    if (seconds < 60) return t('seconds', { count: seconds });
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return t('minutes', { count: minutes });
    const rest = minutes % 60;
    return [t('hours', { count: Math.floor(minutes / 60) }), ...(rest === 0 ? [] : [t('minutes', { count: rest })])].join(' ');
  };
}
