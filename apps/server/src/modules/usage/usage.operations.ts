import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { Retention } from '../metrics/grains.ts';
import { getLimit, readUsage, setLimit } from './usage.service.ts';

export const usageOperations = (os: Implementer, retention: Retention) => ({
  listeners: os.usage.listeners.handler(inTenant((scope, input) => readUsage(scope, 'listener', input, retention))),
  pipelines: os.usage.pipelines.handler(inTenant((scope, input) => readUsage(scope, 'pipeline', input, retention))),
  datasinks: os.usage.datasinks.handler(inTenant((scope, input) => readUsage(scope, 'datasink', input, retention))),
  getLimit: os.usage.getLimit.handler(inTenant((scope) => getLimit(scope))),
  setLimit: os.usage.setLimit.handler(inTenant((scope, input) => setLimit(scope, input))),
});
