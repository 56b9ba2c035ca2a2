import { id } from '@acequia/base/bounded';
import { emailLengthMax, emailPattern, roles } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { idInput, nothing } from '../shapes.ts';
import { inviteSchema, tenantUserSchema } from '../user-shapes.ts';

/** At most this many at once, and in an hour. */
const invitesMax = 50;
const role = z.enum(roles);
/** Of users and of invitations. */
const ids = z.array(id).min(1).max(100);

export const users = {
  list: operation({
    method: 'GET',
    path: '/users',
    summary: 'List members and pending invitations',
    permission: 'user:read',
    input: nothing,
    output: z.array(tenantUserSchema),
    reads: ['user'],
  }),
  find: operation({
    method: 'GET',
    path: '/users/{id}',
    summary: 'Get a member or a pending invitation',
    permission: 'user:read',
    input: idInput,
    output: tenantUserSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['user'],
  }),
  /** Each address alone: the answer says what became of it. An invitation that is pending is replaced. */
  invite: operation({
    method: 'POST',
    path: '/users',
    summary: 'Invite people to the tenant',
    permission: 'user:update',
    keys: false,
    input: z.object({
      emails: z
        .array(z.email({ pattern: emailPattern }).max(emailLengthMax))
        .min(1)
        .max(invitesMax),
      role,
    }),
    output: z.array(inviteSchema),
    changes: ['user'],
    activity: { entity: 'users', operation: 'invite' },
  }),
  /** The link that was sent before stops working. */
  reinvite: operation({
    method: 'POST',
    path: '/users/reinvite',
    summary: 'Send invitations again',
    permission: 'user:update',
    keys: false,
    input: z.object({ ids: ids.max(invitesMax) }),
    output: z.array(inviteSchema),
    errors: ['ACQ-NOT-FOUND'],
    changes: ['user'],
    activity: { entity: 'users', operation: 'invite' },
  }),
  /** All or none. Their sessions in this tenant end; accounts stay. */
  remove: operation({
    method: 'POST',
    path: '/users/remove',
    summary: 'Remove users, or withdraw invitations',
    permission: 'user:delete',
    keys: false,
    input: z.object({ ids }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['user', 'tenant'],
    activity: { entity: 'users', operation: 'delete' },
  }),
  /** All or none, in this tenant alone; they may log in again. Their streams end with the sessions. */
  endSessions: operation({
    method: 'POST',
    path: '/users/sessions/end',
    summary: 'End the sessions of members',
    permission: 'user:update',
    keys: false,
    input: z.object({ ids }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['user'],
    activity: { entity: 'session', operation: 'stop' },
  }),
  /** All or none; works at once, without a new login. */
  updateRole: operation({
    method: 'POST',
    path: '/users/role',
    summary: 'Change the role of users or invitations',
    permission: 'user:update',
    keys: false,
    input: z.object({ ids, role }),
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['user'],
    activity: { entity: 'role', operation: 'update' },
  }),
};
