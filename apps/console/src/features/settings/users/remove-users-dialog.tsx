import { ConfirmDialog, toast } from '@acequia/ui';
import type { TenantUser } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { usersTexts } from './texts.ts';
import { shownName } from './users-model.ts';

export function RemoveUsersDialog({
  users,
  onClose,
  onRemoved,
}: {
  readonly users: readonly TenantUser[];
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const t = useTexts(usersTexts);
  const remove = useCommand('users:remove', {
    inlineErrors: true,
    onSuccess: () => {
      toast({ title: t('removed', { count: users.length }) });
      onRemoved();
    },
    onError: (error) => failureToast(t('removeFailed'), error),
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { count: users.length, name: users[0] ? shownName(users[0]) : '' })}
      description={t('removeText')}
      confirm={t('remove')}
      cancel={t('cancel')}
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ ids: users.map(({ id }) => id) })}
    >
      {users.length > 1 && (
        <ul className="max-h-48 overflow-auto text-sm">
          {users.map((user) => (
            <li key={user.id}>{shownName(user)}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
