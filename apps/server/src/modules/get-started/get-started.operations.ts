import { AppError } from '@acequia/base';
import { may, type Permission } from '@acequia/domain';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { GetStartedService } from './get-started.service.ts';

/** Who may make each of the things by hand may have them made. */
const needed: readonly Permission[] = ['secret:create', 'listener:create', 'datasink:create', 'pipeline:create', 'pipeline:update'];

export const getStartedOperations = (os: Implementer, getStarted: GetStartedService) => ({
  setUp: os.getStarted.setUp.handler(async (call) => {
    const run = inTenant(async (scope, input: typeof call.input, session) => {
      if (needed.some((permission) => !may(session.role, permission))) throw new AppError('WEB-00027');
      const { setup, made } = await getStarted.setUp(scope, input);
      for (const { entity, operation, name } of made)
        await recordActivity(scope.tx, { session, ip: call.context.ip }, { entity, operation }, name, scope.now);
      return setup;
    });
    return run(call);
  }),
});
