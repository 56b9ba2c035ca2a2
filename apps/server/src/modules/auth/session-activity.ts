import { minuteMs } from '@acequia/base';
import type { Database, GateDb } from '../../db/database.ts';
import { recordActivity, type Actor } from '../activity/activity.service.ts';

const start = { entity: 'session', operation: 'start' } as const;
const stop = { entity: 'session', operation: 'stop' } as const;

/** docs/decisions.md: refused logins of an account are one row in so long, however many there are. */
export const refusedRowMs = 10 * minuteMs;

/** The row of a session that begins (a login, or going on in another tenant), in the transaction that opens it. */
export const recordSessionStart = (tx: GateDb, actor: Actor, now: number): Promise<void> =>
  recordActivity(tx, actor, start, actor.session.user.email, now);

/** The row of a log-out, in the transaction that ends the session. */
export const recordSessionStop = (tx: GateDb, actor: Actor, now: number): Promise<void> =>
  recordActivity(tx, actor, stop, actor.session.user.email, now);

/** The row of a login that was refused, for its password or for its second step; of many in `refusedRowMs` the first. */
export const recordRefusedLogin = (
  database: Database,
  actor: Actor,
  now: number,
  code: 'AUTH.CREDENTIALS' | 'WEB-11009' = 'AUTH.CREDENTIALS',
): Promise<void> =>
  database.withTenant(actor.session.tenantId, (tx) =>
    recordActivity(tx, actor, { ...start, everyMs: refusedRowMs }, actor.session.user.email, now, code),
  );
