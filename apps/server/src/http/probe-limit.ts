import type { Clock } from '@acequia/base';
import { createRateLimit } from './rate-limit.ts';
import { sessionOf } from './transact.ts';
import type { RequestContext } from './request-context.ts';

/** Budget of the calls by which a person makes the installation connect to an address they chose: a test is no port scanner. */
export interface ProbeLimit {
  /** Throws ACQ-TOO-MANY when the user, or the tenant as a whole, has used up its budget. */
  take(context: RequestContext): void;
}

export interface ProbeBudget {
  /** So many at once; then ten a minute. */
  readonly ofUser: number;
  /** So many at once; then twenty a minute. */
  readonly ofTenant: number;
}

export const defaultProbeBudget: ProbeBudget = { ofUser: 20, ofTenant: 60 };

export function createProbeLimit(clock: Clock, { ofUser, ofTenant }: ProbeBudget): ProbeLimit {
  const users = createRateLimit(clock, { perSecond: 1 / 6, burst: ofUser });
  const tenants = createRateLimit(clock, { perSecond: 1 / 3, burst: ofTenant });
  return {
    take: (context) => {
      const session = sessionOf(context);
      users.take(`${session.tenantId} ${session.user.id}`);
      tenants.take(session.tenantId);
    },
  };
}
