import { id } from '@acequia/base/bounded';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { idInput, nothing } from '../shapes.ts';
import { tenantSchema } from '../user-shapes.ts';

/** Whether every member needs a second factor. */
const mfaSetting = <V extends boolean>(enabled: V) =>
  z.object({ settingType: z.literal('MFA'), value: z.object({ enabled: z.literal(enabled) }) });
/** Whether viewers may see what is in events. */
const contentSetting = z.object({ settingType: z.literal('CONTENT'), value: z.object({ enabled: z.boolean() }) });

export const tenants = {
  find: operation({
    method: 'GET',
    path: '/tenants/{id}',
    summary: 'Get a tenant of the session',
    permission: 'session',
    keys: true,
    input: idInput,
    output: tenantSchema,
    errors: ['ACQ-NOT-FOUND'],
    reads: ['tenant'],
  }),
  /** Those the user of the session is a member of. */
  list: operation({
    method: 'GET',
    path: '/tenants',
    summary: 'List the tenants of the user',
    permission: 'session',
    input: nothing,
    output: z.array(tenantSchema),
    reads: ['tenant'],
  }),
  /** The tenant a login begins in. */
  setDefault: operation({
    method: 'PUT',
    path: '/tenants/{id}/default',
    summary: 'Make this the default tenant for logins',
    permission: 'session',
    input: idInput,
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['tenant'],
  }),
  /** Turns the second factor off as something everybody needs (each user's own stays), or says whether viewers see what is in events. */
  updateTenantSettings: operation({
    method: 'PATCH',
    path: '/tenants/{id}/settings',
    summary: 'Change settings of the tenant',
    permission: 'tenant:update',
    keys: false,
    input: z.object({ id, settings: z.array(z.discriminatedUnion('settingType', [mfaSetting(false), contentSetting])).length(1) }),
    output: tenantSchema,
    errors: ['ACQ-NOT-FOUND', 'WEB-11011'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'update' },
  }),
  /** Everybody needs a second factor from the next login on. Refused while single sign-on is on. */
  activateTenantMfa: operation({
    method: 'POST',
    path: '/tenants/{id}/mfa',
    summary: 'Require two-factor authentication for all members',
    permission: 'tenant:update',
    keys: false,
    input: z.object({ id, settings: z.array(mfaSetting(true)).length(1) }),
    output: tenantSchema,
    errors: ['ACQ-NOT-FOUND', 'AUTH.SSO_ON', 'AUTH.MFA_NEEDED', 'WEB-11011'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'update' },
  }),
  /** A tenant of its own with a running example, of which the user is a member from now on; of the one that is there already, too. */
  createDemo: operation({
    method: 'POST',
    path: '/tenants/demo',
    summary: 'Add the demo',
    permission: 'pipeline:create',
    keys: false,
    input: nothing,
    output: z.object({ tenantId: z.string() }),
    errors: ['ACQ-NOT-FOUND', 'ACQ-NO-CLUSTER', 'ACQ-IN-DEMO'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'create' },
  }),
  /** Removes the demo of the session's tenant, with everything in it. */
  removeDemo: operation({
    method: 'DELETE',
    path: '/tenants/demo',
    summary: 'Remove the demo',
    permission: 'pipeline:delete',
    keys: false,
    input: nothing,
    output: nothing,
    errors: ['ACQ-IN-DEMO'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'delete' },
  }),
};
