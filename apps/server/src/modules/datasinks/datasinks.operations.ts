import type { Probes } from '../../fleet/probes.ts';
import type { TraceDesks } from '../../fleet/trace-desks.ts';
import type { Implementer } from '../../http/implementer.ts';
import type { ProbeLimit } from '../../http/probe-limit.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { configViewOf } from '../../http/path-view.ts';
import { inThatState } from '../health/object-statuses.service.ts';
import type { Installation } from '../installation/installation.service.ts';
import type { DatasinksService } from './datasinks.service.ts';
import { recentAttempts } from './recent-attempts.ts';

export const datasinksOperations = (
  os: Implementer,
  datasinks: DatasinksService,
  { egressOf }: Pick<Installation, 'egressOf'>,
  probes: Probes,
  desks: Pick<TraceDesks, 'ask'>,
  limit: ProbeLimit,
) => ({
  list: os.datasinks.list.handler(
    inTenant(async (scope, { state }, session) => inThatState(await datasinks.list(scope, configViewOf(session)), state)),
  ),
  find: os.datasinks.find.handler(inTenant((scope, { id }, session) => datasinks.find(scope, id, configViewOf(session)))),
  listVersions: os.datasinks.listVersions.handler(
    inTenant((scope, { id }, session) => datasinks.listVersions(scope, id, configViewOf(session))),
  ),
  create: os.datasinks.create.handler(async (call) => {
    const egress = await egressOf(sessionOf(call.context).tenantId);
    return inTenant((scope, input: typeof call.input) => datasinks.create(scope, input, egress))(call);
  }),
  update: os.datasinks.update.handler(async (call) => {
    const egress = await egressOf(sessionOf(call.context).tenantId);
    return inTenant((scope, input: typeof call.input) => datasinks.update(scope, input, egress))(call);
  }),
  /** No transaction is held while workers answer. */
  attempts: os.datasinks.attempts.handler(async (call) => {
    const places = await inTenant((scope, { id }: typeof call.input) => datasinks.places(scope, id))(call);
    return recentAttempts(desks, sessionOf(call.context).tenantId, places);
  }),
  retry: os.datasinks.retry.handler(inTenant((scope, { id }) => datasinks.retry(scope, id))),
  remove: os.datasinks.remove.handler(inTenant((scope, { id, confirmUsed }) => datasinks.remove(scope, id, confirmUsed))),
  /** No transaction is held while the worker tries. */
  probe: os.datasinks.probe.handler(async ({ input, context }) => {
    limit.take(context);
    const session = sessionOf(context);
    const scope = { tenantId: session.tenantId, userId: session.user.id, now: context.clock.now(), subject: () => undefined };
    const prepared = await context.database.withTenant(session.tenantId, (tx) => datasinks.prepareProbe({ ...scope, tx }, input));
    return probes.run(input.clusterId, session.tenantId, input.component, prepared.config, prepared.secrets);
  }),
});
