import { toast } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { retryTexts } from './retry-texts.ts';

/** Has the workers open it at once, and says whether any of them was there to be asked. */
export function useListenerRetry() {
  const t = useTexts(retryTexts);
  return useCommand('listeners:retry', {
    onSuccess: ({ status }) =>
      status.state === 'offline'
        ? toast({ id: 'retry', level: 'alert', title: t('openedNone'), content: t('openedNoneText') })
        : toast({ id: 'retry', title: t('opened'), content: t('retriedText') }),
  });
}
