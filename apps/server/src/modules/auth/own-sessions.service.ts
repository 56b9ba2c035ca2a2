import { createHmac } from 'node:crypto';
import { AppError, type Clock } from '@acequia/base';
import type { OwnSession } from '@acequia/contract';
import type { Along, GateDb } from '../../db/database.ts';
import { namesOf } from './browser-names.ts';
import { assertRecentLogin } from './recent-login.service.ts';
import { endOf, type SessionLimits } from './session-life.ts';
import type { ActiveSession, Sessions } from './sessions.ts';
import { findRowsOf } from './sessions.store.ts';

/** What people see of their own sessions, and end. ASVS 5.0, 7.5.2: ending them needs a recent proof of who one is. */
export interface OwnSessions {
  /** Whole ones that are alive now, the present one first, then by their last activity. */
  list(session: ActiveSession): Promise<OwnSession[]>;
  /** Its streams end with it. Throws WEB-11011, ACQ-NOT-FOUND for one that `list` does not hold, WEB-00022 for the present one. */
  end(session: ActiveSession, id: string, along: Along): Promise<void>;
  /** Also those that still miss a step of their login. Throws WEB-11011. */
  endOthers(session: ActiveSession, along: Along): Promise<void>;
}

export interface OwnSessionsDeps {
  readonly gate: GateDb;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly limits: SessionLimits;
  /** The same on all servers, and for as long as the installation lasts. */
  readonly key: Uint8Array;
}

export function createOwnSessions({ gate, sessions, clock, limits, key }: OwnSessionsDeps): OwnSessions {
  /** Half of the cookie is the id of a session, so nobody is told it. */
  const publicId = (id: string): string => createHmac('sha256', key).update('session name ').update(id).digest('base64url');
  const rowsOf = async (present: ActiveSession) => {
    const now = clock.now();
    const rows = await findRowsOf(gate, present.user.id, reachOf(present));
    return rows.filter(({ session }) => session.step === null && endOf(limits, session) > now);
  };
  return {
    list: async (present) => {
      const rows = await rowsOf(present);
      const first = (id: string) => Number(id === present.id);
      return rows
        .toSorted(({ session: a }, { session: b }) => first(b.id) - first(a.id) || b.seenAt - a.seenAt)
        .map(({ session: { id, via, ip, userAgent, createdAt, seenAt }, tenantName }) => ({
          id: publicId(id),
          present: id === present.id,
          tenantName,
          via,
          ip,
          ...namesOf(userAgent ?? ''),
          createdAt,
          seenAt,
        }));
    },
    end: async (present, id, along) => {
      assertRecentLogin(present, clock.now());
      const found = (await rowsOf(present)).find(({ session }) => publicId(session.id) === id)?.session;
      if (!found) throw new AppError('ACQ-NOT-FOUND');
      if (found.id === present.id) throw new AppError('WEB-00022', { fields: { id: 'present' } });
      await sessions.end(found.id, { reason: 'ended', along });
    },
    endOthers: async (present, along) => {
      assertRecentLogin(present, clock.now());
      await sessions.endAll(present.user.id, { keep: present.id, tenantId: reachOf(present) }, along);
    },
  };
}

/** The one tenant whose sessions it may see and end; undefined: all of the account. */
const reachOf = ({ via, tenantId }: ActiveSession): string | undefined => (via === 'password' ? undefined : tenantId);
