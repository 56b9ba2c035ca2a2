import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { callFault } from '../../http/callable-address.ts';
import type { Installation } from '../installation/installation.service.ts';
import type { AlertsService } from './alerts.service.ts';

export const alertsOperations = (os: Implementer, alerts: AlertsService, { egressOf }: Pick<Installation, 'egressOf'>) => ({
  list: os.alerts.list.handler(inTenant((scope, input) => alerts.list(scope, input))),
  acknowledge: os.alerts.acknowledge.handler(inTenant((scope, { ids }) => alerts.acknowledge(scope, ids))),
  snooze: os.alerts.snooze.handler(inTenant((scope, { ids, until }) => alerts.snooze(scope, ids, until))),
  getDelivery: os.alerts.getDelivery.handler(inTenant((scope) => alerts.getDelivery(scope))),
  updateDelivery: os.alerts.updateDelivery.handler(async (call) => {
    const fault = await callFault(call.input.webhookUrl, await egressOf(sessionOf(call.context).tenantId));
    return inTenant((scope, input: typeof call.input) => alerts.updateDelivery(scope, input, fault))(call);
  }),
});
