import * as z from 'zod';
import { operation } from '../operation.ts';
import { idInput, nothing } from '../shapes.ts';
import { tenantSchema } from '../user-shapes.ts';

export const tenants = {
  find: operation({
    method: 'GET',
    path: '/tenants/{id}',
    summary: 'A tenant of the session',
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
    summary: 'Tenants of the user',
    permission: 'session',
    input: nothing,
    output: z.array(tenantSchema),
    reads: ['tenant'],
  }),
  /** The tenant a login begins in. */
  setDefault: operation({
    method: 'PUT',
    path: '/tenants/{id}/default',
    summary: 'Begin logins in this tenant',
    permission: 'session',
    input: idInput,
    output: nothing,
    errors: ['ACQ-NOT-FOUND'],
    changes: ['tenant'],
  }),
  /** A small running example, tagged `demo`; nothing happens when there is one. */
  createDemo: operation({
    method: 'POST',
    path: '/tenants/demo',
    summary: 'Add the demo',
    permission: 'pipeline:create',
    input: nothing,
    output: nothing,
    errors: ['ACQ-PORT-TAKEN', 'WEB-00031', 'WEB-12006'],
    changes: ['listener', 'datasink', 'pipeline', 'version'],
    activity: { entity: 'tenant', operation: 'create' },
  }),
  /** Removes everything tagged `demo`. */
  removeDemo: operation({
    method: 'DELETE',
    path: '/tenants/demo',
    summary: 'Remove the demo',
    permission: 'pipeline:delete',
    input: nothing,
    output: nothing,
    changes: ['listener', 'datasink', 'pipeline', 'version'],
    activity: { entity: 'tenant', operation: 'delete' },
  }),
};
