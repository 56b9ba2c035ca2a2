import { sessionVias } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { idInput, moment, nothing } from '../shapes.ts';

const ownSessionSchema = z.object({
  /** Names the session, and opens nothing. */
  id: z.string(),
  /** The one that asks. */
  present: z.boolean(),
  tenantName: z.string(),
  /** How it began. */
  via: z.enum(sessionVias),
  /** Address it began from. */
  ip: z.string(),
  /** Name of its browser or client, such as Firefox, as it says itself; null when it names none that is known. */
  browser: z.string().nullable(),
  /** Name of the operating system of the device; null likewise. */
  system: z.string().nullable(),
  createdAt: moment,
  /** Last sign of its user. */
  seenAt: moment,
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** Operations of `auth` that are about the caller's own sessions. Those of single sign-on reach the ones of their own tenant alone. */
export const ownSessionOperations = {
  /** Those alive now, the present one first, then by their last activity. */
  getSessions: operation({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List your sessions',
    permission: 'session',
    input: nothing,
    output: z.array(ownSessionSchema),
    reads: ['session'],
  }),
  /** Not the present one (WEB-00022): that is `auth:removeToken`. */
  endSession: operation({
    method: 'POST',
    path: '/auth/sessions/end',
    summary: 'End another of your sessions',
    permission: 'session',
    input: idInput,
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'WEB-11011'],
    changes: ['session'],
    activity: { entity: 'session', operation: 'stop' },
  }),
  endOtherSessions: operation({
    method: 'POST',
    path: '/auth/sessions/end-others',
    summary: 'End all your other sessions',
    permission: 'session',
    input: nothing,
    output: nothing,
    errors: ['WEB-11011'],
    changes: ['session'],
    activity: { entity: 'session', operation: 'stop' },
  }),
};
