import { Button, toast } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { retryTexts } from './retry-texts.ts';

/** For an enrichment that a worker has no table of: its workers load it now instead of at their next try. */
export function RetryLoading({ lookup: { id, missing } }: { readonly lookup: Pick<Lookup, 'id' | 'missing'> }) {
  const t = useTexts(retryTexts);
  const mayRetry = useMay('lookup:update');
  const retry = useCommand('lookups:retry', {
    onSuccess: ({ workers }) =>
      workers > 0
        ? toast({ id: 'retry', title: t('loaded', { count: workers }), content: t('retriedText') })
        : toast({ id: 'retry', level: 'alert', title: t('loadedNone'), content: t('loadedNoneText') }),
  });
  if (!mayRetry || missing.length === 0) return null;
  return (
    <Button size="sm" icon="refresh" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
      {t('retry')}
    </Button>
  );
}
