import * as z from 'zod';
import { egressRuleSchema, egressRulesMax, installationEgressSchema } from '../installation-shapes.ts';
import { operation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const installation = {
  getEgress: operation({
    method: 'GET',
    path: '/installation/egress',
    summary: 'Get where organizations may send',
    permission: 'installation:read',
    keys: false,
    input: nothing,
    output: installationEgressSchema,
    reads: ['installation'],
  }),
  updateEgress: operation({
    method: 'PUT',
    path: '/installation/egress',
    summary: 'Change where organizations may send',
    permission: 'installation:update',
    keys: false,
    input: z.object({ loopback: z.boolean(), rules: z.array(egressRuleSchema).max(egressRulesMax) }),
    output: installationEgressSchema,
    errors: ['ACQ-EGRESS-ADDRESS', 'WEB-11011'],
    changes: ['installation'],
    activity: { entity: 'installation', operation: 'update' },
  }),
};
