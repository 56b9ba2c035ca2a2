import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { DemoService } from './demo.service.ts';
import { findOwnTenant, listTenants, setDefaultTenant } from './tenants.service.ts';

export const tenantsOperations = (os: Implementer, demo: DemoService) => ({
  find: os.tenants.find.handler(({ context, input }) => findOwnTenant(context.database.gate, sessionOf(context), input.id)),
  list: os.tenants.list.handler(({ context }) => listTenants(context.database.gate, sessionOf(context).user.id)),
  setDefault: os.tenants.setDefault.handler(async ({ context, input }) => {
    await setDefaultTenant(context.database.gate, sessionOf(context).user.id, input.id);
    return {};
  }),
  createDemo: os.tenants.createDemo.handler(inTenant((scope) => demo.create(scope))),
  removeDemo: os.tenants.removeDemo.handler(inTenant((scope) => demo.remove(scope))),
});
