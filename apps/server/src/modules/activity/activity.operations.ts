import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import { exportActivity, listActivity, listActors } from './activity.service.ts';

export const activityOperations = (os: Implementer) => ({
  getUserActivity: os.activity.getUserActivity.handler(inTenant((scope, { page, ...filter }) => listActivity(scope, filter, page))),
  getActors: os.activity.getActors.handler(inTenant((scope) => listActors(scope))),
  export: os.activity.export.handler(inTenant((scope, { format, cursor, ...filter }) => exportActivity(scope, filter, format, cursor))),
});
