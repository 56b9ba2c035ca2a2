import type { Invite } from '@acequia/contract';
import type { Implementer } from '../../http/implementer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Sessions } from '../auth/sessions.ts';
import { deliverInvites } from './invites.service.ts';
import { presentOutcome, type Drafted, type UsersService } from './users.service.ts';

type InviteInput = { readonly emails: readonly string[]; readonly role: 'owner' | 'admin' | 'viewer' };
type IdsInput = { readonly ids: readonly string[] };

export function usersOperations(os: Implementer, users: UsersService, sessions: Sessions, mailer: Mailer) {
  const deliver = async (context: RequestContext, drafted: Drafted): Promise<Invite[]> => {
    const { user, tenant, preferences } = sessionOf(context);
    const by = [user.name, user.surname].filter((part) => part !== '').join(' ');
    const letter = { language: preferences.language, tenantName: tenant.name, by };
    return presentOutcome(await deliverInvites(mailer, letter, drafted.drafts), drafted);
  };
  const invite = inTenant((scope, { emails, role }: InviteInput) => users.invite(scope, emails, role));
  const reinvite = inTenant((scope, { ids }: IdsInput) => users.reinvite(scope, ids));
  const remove = inTenant((scope, { ids }: IdsInput) => users.remove(scope, ids));
  const mayEnd = inTenant((scope, { ids }: IdsInput) => users.assertMayEndSessions(scope, ids));
  return {
    list: os.users.list.handler(inTenant((scope) => users.list(scope))),
    find: os.users.find.handler(inTenant((scope, { id }) => users.find(scope, id))),
    invite: os.users.invite.handler(async (call) => deliver(call.context, await invite(call))),
    reinvite: os.users.reinvite.handler(async (call) => deliver(call.context, await reinvite(call))),
    remove: os.users.remove.handler(async (call) => {
      const open = await sessions.openOf(call.input.ids, sessionOf(call.context).tenantId);
      await remove(call);
      for (const id of open) await sessions.end(id);
      return {};
    }),
    endSessions: os.users.endSessions.handler(async (call) => {
      await mayEnd(call);
      for (const id of await sessions.openOf(call.input.ids, sessionOf(call.context).tenantId)) await sessions.end(id);
      return {};
    }),
    updateRole: os.users.updateRole.handler(
      inTenant(async (scope, { ids, role }) => {
        await users.updateRole(scope, ids, role);
        return {};
      }),
    ),
  };
}
