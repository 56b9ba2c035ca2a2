import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { DemoService } from './demo.service.ts';
import { findOwnTenant } from './tenants.service.ts';

export const tenantsOperations = (os: Implementer, demo: DemoService) => ({
  find: os.tenants.find.handler(inTenant((scope, { id }) => findOwnTenant(scope, id))),
  createDemo: os.tenants.createDemo.handler(inTenant((scope) => demo.create(scope))),
  removeDemo: os.tenants.removeDemo.handler(inTenant((scope) => demo.remove(scope))),
});
