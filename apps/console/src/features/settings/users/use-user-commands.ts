import { useState } from 'react';
import { toast } from '@acequia/ui';
import type { Invite, TenantUser } from '@acequia/contract';
import type { Role } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { usersTexts } from './texts.ts';
import { roleOf } from './users-model.ts';

export interface UserCommands {
  readonly reinvite: (users: readonly TenantUser[]) => void;
  readonly changeRole: (users: readonly TenantUser[], role: Role) => void;
  readonly busy: boolean;
  /** Links to hand on, because no mail carried them. */
  readonly invites: readonly Invite[] | undefined;
  readonly closeInvites: () => void;
}

export function useUserCommands(): UserCommands {
  const t = useTexts(usersTexts);
  const [invites, setInvites] = useState<readonly Invite[]>();
  const again = useCommand('users:reinvite', {
    inlineErrors: true,
    onSuccess: (made) => {
      if (made.every(({ outcome }) => outcome === 'sent')) toast({ title: t('invitesSent', { count: made.length }) });
      else setInvites(made);
    },
    onError: (error) => failureToast(t('inviteFailed'), error),
  });
  const role = useCommand('users:updateRole', {
    inlineErrors: true,
    onSuccess: () => toast({ title: t('roleDone') }),
    onError: (error) => failureToast(t('roleFailed'), error),
  });
  const idsOf = (users: readonly TenantUser[]) => users.map(({ id }) => id);
  return {
    reinvite: (users) => again.mutate({ ids: idsOf(users) }),
    changeRole: (users, to) => {
      const ids = idsOf(users.filter((user) => roleOf(user) !== to));
      if (ids.length > 0) role.mutate({ ids, role: to });
    },
    busy: again.isPending || role.isPending,
    invites,
    closeInvites: () => setInvites(undefined),
  };
}
