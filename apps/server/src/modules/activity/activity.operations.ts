import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import { listActivity } from './activity.service.ts';

export const activityOperations = (os: Implementer) => ({
  getUserActivity: os.activity.getUserActivity.handler(inTenant((scope, { page, ...filter }) => listActivity(scope, filter, page))),
});
