import { ConfirmDialog, toast } from '@acequia/ui';
import type { TenantUser } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { usersTexts } from './texts.ts';
import { shownName } from './users-model.ts';

/** What is asked before it is done to users. */
export interface UsersQuestion {
  readonly act: 'remove' | 'endSessions';
  readonly users: readonly TenantUser[];
}

const words = {
  remove: { title: 'removeTitle', text: 'removeText', confirm: 'remove', done: 'removed', failed: 'removeFailed' },
  endSessions: { title: 'endTitle', text: 'endText', confirm: 'endSessions', done: 'ended', failed: 'endFailed' },
} as const;

/** Asks, and does it. */
export function ConfirmUsersDialog({
  act,
  users,
  onClose,
  onDone,
}: UsersQuestion & { readonly onClose: () => void; readonly onDone: () => void }) {
  const t = useTexts(usersTexts);
  const word = words[act];
  const command = useCommand(`users:${act}`, {
    inlineErrors: true,
    onSuccess: () => {
      toast({ title: t(word.done, { count: users.length }) });
      onDone();
    },
    onError: (error) => failureToast(t(word.failed), error),
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t(word.title, { count: users.length, name: users[0] ? shownName(users[0]) : '' })}
      description={t(word.text)}
      confirm={t(word.confirm)}
      cancel={t('cancel')}
      loading={command.isPending}
      onConfirm={() => command.mutate({ ids: users.map(({ id }) => id) })}
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
