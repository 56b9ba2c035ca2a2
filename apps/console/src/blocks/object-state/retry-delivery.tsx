import { Button, toast } from '@acequia/ui';
import type { Datasink } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { retryTexts } from './retry-texts.ts';

/** For a data sink to which nothing is delivered: its workers end their wait and try now. */
export function RetryDelivery({
  datasink: { id, status },
  primary = false,
}: {
  readonly datasink: Pick<Datasink, 'id' | 'status'>;
  /** Where nothing else on the page matters more. */
  readonly primary?: boolean;
}) {
  const t = useTexts(retryTexts);
  const mayRetry = useMay('datasink:update');
  const retry = useCommand('datasinks:retry', {
    onSuccess: ({ workers }) =>
      workers > 0
        ? toast({ id: 'retry', title: t('retried', { count: workers }), content: t('retriedText') })
        : toast({ id: 'retry', level: 'alert', title: t('retriedNone'), content: t('retriedNoneText') }),
  });
  if (!mayRetry || (status.state !== 'waiting' && status.state !== 'action-required')) return null;
  return (
    <Button
      size="sm"
      variant={primary ? 'primary' : 'secondary'}
      icon="refresh"
      loading={retry.isPending}
      onClick={() => retry.mutate({ id })}
    >
      {t('retry')}
    </Button>
  );
}
