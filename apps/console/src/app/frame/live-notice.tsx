import { Icon } from '@acequia/ui';
import { useLiveState } from '#blocks/live/live-provider.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { appTexts } from '../texts.ts';

/** Over every page while the server does not answer; it goes away by itself. */
export function LiveNotice() {
  const t = useTexts(appTexts);
  const away = useLiveState() === 'waiting';
  return (
    <output className="frame-notice">
      {away && (
        <span className="ui-pop">
          <Icon name="cloud" size={14} />
          <b>{t('livePaused')}</b>
          <span className="text-muted">{t('livePausedText')}</span>
        </span>
      )}
    </output>
  );
}
