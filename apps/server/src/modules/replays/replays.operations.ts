import type { ReplayEstimates } from '../../fleet/replay-estimates.ts';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { ReplaysService } from './replays.service.ts';

export const replaysOperations = (os: Implementer, replays: ReplaysService, estimates: ReplayEstimates) => ({
  list: os.replays.list.handler(inTenant((scope) => replays.list(scope))),
  find: os.replays.find.handler(inTenant((scope, { id }) => replays.find(scope, id))),
  /** No transaction is held while the workers look. */
  estimate: os.replays.estimate.handler(async ({ input, context }) => {
    const session = sessionOf(context);
    const scope = { tenantId: session.tenantId, userId: session.user.id, now: context.clock.now(), subject: () => undefined };
    const { clusterId } = await context.database.withTenant(session.tenantId, (tx) => replays.prepareEstimate({ ...scope, tx }, input));
    return estimates.run(clusterId, input.listenerId, input.from, input.to);
  }),
  start: os.replays.start.handler(inTenant((scope, input) => replays.start(scope, input))),
  stop: os.replays.stop.handler(inTenant((scope, { id }) => replays.stop(scope, id))),
});
