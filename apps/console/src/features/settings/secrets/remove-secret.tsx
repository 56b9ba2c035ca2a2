import { Button, Dialog, Skeleton, toast } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { secretsTexts } from './texts.ts';
import { UsageList } from './usage-list.tsx';

/** Possible only when nothing uses it, and not before that is known. */
export function RemoveSecret({
  secret,
  onClose,
  onRemoved,
}: {
  readonly secret: Secret;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const t = useTexts(secretsTexts);
  const { data: usages, error } = useOperation('secrets:getUsages', { id: secret.id });
  const remove = useCommand('secrets:deleteSecret', {
    inlineErrors: true,
    onSuccess: () => {
      toast({ title: t('removed'), tone: 'success' });
      onRemoved();
    },
    onError: (refused) =>
      toast({ id: 'secret', level: 'alert', title: t('removeFailed'), content: describeError(refused).text, code: refused.code }),
  });
  const used = (usages?.totalUsages ?? 0) > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { name: secret.name })}
      description={error ? t('usagesFailed') : !usages ? t('checking') : used ? t('removeUsed') : t('removeUnused')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" disabled={!usages || used} loading={remove.isPending} onClick={() => remove.mutate({ id: secret.id })}>
            {t('remove')}
          </Button>
        </>
      }
    >
      {!usages && !error && <Skeleton height={48} />}
      {usages && used && <UsageList usages={usages} />}
    </Dialog>
  );
}
