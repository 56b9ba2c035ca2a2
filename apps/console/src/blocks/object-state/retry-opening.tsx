import { Button } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useMay } from '#lib/session/index.ts';
import { retryTexts } from './retry-texts.ts';
import { useListenerRetry } from './use-listener-retry.ts';

/** For a listener that could not start: its workers open it now instead of at their next try. */
export function RetryOpening({ listener: { id, state } }: { readonly listener: Pick<Listener, 'id' | 'state'> }) {
  const t = useTexts(retryTexts);
  const retry = useListenerRetry();
  const mayRetry = useMay('listener:update');
  if (!mayRetry || state !== 'error') return null;
  return (
    <Button size="sm" icon="refresh" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
      {t('retry')}
    </Button>
  );
}
