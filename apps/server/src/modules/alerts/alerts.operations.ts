import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { AlertsService } from './alerts.service.ts';

export const alertsOperations = (os: Implementer, alerts: AlertsService) => ({
  list: os.alerts.list.handler(inTenant((scope, input) => alerts.list(scope, input))),
  acknowledge: os.alerts.acknowledge.handler(inTenant((scope, { ids }) => alerts.acknowledge(scope, ids))),
  snooze: os.alerts.snooze.handler(inTenant((scope, { ids, until }) => alerts.snooze(scope, ids, until))),
  getDelivery: os.alerts.getDelivery.handler(inTenant((scope) => alerts.getDelivery(scope))),
  updateDelivery: os.alerts.updateDelivery.handler(inTenant((scope, input) => alerts.updateDelivery(scope, input))),
});
