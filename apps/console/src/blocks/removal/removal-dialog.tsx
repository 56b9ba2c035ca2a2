import { ConfirmDialog } from '@acequia/ui';
import { PipelineLinks, type LinkedPipeline } from '#blocks/page/pipeline-links.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { removalTexts } from './texts.ts';

/** Names the thing, lists what uses it, and says what happens to that. */
export function RemovalDialog({
  name,
  usedBy,
  note,
  pending,
  onConfirm,
  onClose,
}: {
  readonly name: string;
  readonly usedBy: readonly LinkedPipeline[];
  readonly note?: string;
  readonly pending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const t = useTexts(removalTexts);
  const used = usedBy.length > 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name })}
      description={note ?? (used ? t('used', { count: usedBy.length }) : t('unused'))}
      danger
      confirm={used ? t('confirmUsed') : t('confirm')}
      cancel={t('cancel')}
      loading={pending}
      onConfirm={onConfirm}
    >
      {used && <PipelineLinks pipelines={usedBy} newTab />}
    </ConfirmDialog>
  );
}
