import { ConfirmDialog, Icon } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
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
  readonly usedBy: readonly { readonly id: string; readonly name: string }[];
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
      {used && (
        <ul className="rounded-md border max-h-56 overflow-auto">
          {usedBy.map((pipeline) => (
            <li key={pipeline.id} className="border-b last:border-b-0">
              <Link
                to="/pipelines/$pipelineId/{-$version}"
                params={{ pipelineId: pipeline.id, version: undefined }}
                target="_blank"
                className="flex items-center gap-2 px-3 h-8 hover:bg-s2"
              >
                <Icon name="pipeline" size={14} className="text-muted" />
                {pipeline.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
