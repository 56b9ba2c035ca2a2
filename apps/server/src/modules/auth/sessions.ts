import { AppError, type Clock, type Random } from '@acequia/base';
import type { Preferences, Session } from '@acequia/contract';
import { permissionsOf, type Role } from '@acequia/domain';
import type { GateDb } from '../../db/database.ts';
import { deleteSession, findSession, insertSession, markSeen, sessionHash } from './sessions.store.ts';

/** A session that is alive now, with the rights its user has now (read with each request, so a changed role acts at once). */
export interface ActiveSession {
  readonly idHash: Buffer;
  readonly tenantId: string;
  readonly tenant: { readonly id: string; readonly slug: string; readonly name: string };
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly surname: string };
  readonly role: Role;
  readonly preferences: Preferences;
  /** End if nobody moves, ms since 1970. */
  readonly expiresAt: number;
}

export interface SessionLimits {
  /** docs/decisions.md: 60 min. */
  readonly idleMs: number;
  /** docs/decisions.md: 12 h. */
  readonly absoluteMs: number;
}

export interface Sessions {
  /** A new 256-bit id for the cookie; whatever session the browser had before is ended by the caller. */
  open(userId: string, tenantId: string, ip: string): Promise<string>;
  /** Undefined without an id; throws AUTH.EXPIRED when the session is over or unknown. */
  find(id: string | undefined): Promise<ActiveSession | undefined>;
  /** Counts as activity; returns the new end. */
  touch(session: ActiveSession): Promise<number>;
  /** The present end of a session; undefined (and ended) when it is over. */
  remaining(idHash: Buffer): Promise<number | undefined>;
  end(idHash: Buffer): Promise<void>;
  /** Aborts when the session is ended by this server; streams hang on it. */
  signalOf(idHash: Buffer): AbortSignal;
}

export function createSessions(gate: GateDb, clock: Clock, random: Random, limits: SessionLimits): Sessions {
  const ends = new Map<string, AbortController>();
  const controllerOf = (idHash: Buffer): AbortController => {
    const key = idHash.toString('hex');
    const known = ends.get(key) ?? new AbortController();
    ends.set(key, known);
    return known;
  };
  const end = async (idHash: Buffer) => {
    await deleteSession(gate, idHash);
    controllerOf(idHash).abort(new AppError('AUTH.EXPIRED'));
    ends.delete(idHash.toString('hex'));
  };
  const lastsUntil = (session: { readonly seenAt: number; readonly createdAt: number }) =>
    Math.min(session.seenAt + limits.idleMs, session.createdAt + limits.absoluteMs);
  return {
    remaining: async (idHash) => {
      const found = await findSession(gate, idHash);
      const until = found ? lastsUntil(found.session) : 0;
      if (until > clock.now()) return until;
      await end(idHash);
      return undefined;
    },
    open: async (userId, tenantId, ip) => {
      const id = Buffer.from(random.bytes(32)).toString('base64url');
      const now = clock.now();
      await insertSession(gate, { idHash: sessionHash(id), tenantId, userId, createdAt: now, seenAt: now, ip });
      return id;
    },
    find: async (id) => {
      if (id === undefined || id === '') return undefined;
      const found = await findSession(gate, sessionHash(id));
      if (!found) throw new AppError('AUTH.EXPIRED');
      const expiresAt = lastsUntil(found.session);
      if (expiresAt <= clock.now()) {
        await end(found.session.idHash);
        throw new AppError('AUTH.EXPIRED');
      }
      const { id: userId, email, name, surname, preferences } = found.user;
      return {
        idHash: found.session.idHash,
        tenantId: found.tenant.id,
        tenant: found.tenant,
        user: { id: userId, email, name, surname },
        role: found.role,
        preferences,
        expiresAt,
      };
    },
    touch: async (session) => {
      const now = clock.now();
      await markSeen(gate, session.idHash, now);
      const found = await findSession(gate, session.idHash);
      if (!found) throw new AppError('AUTH.EXPIRED');
      return lastsUntil(found.session);
    },
    end,
    signalOf: (idHash) => controllerOf(idHash).signal,
  };
}

/** The console's "token": what it may know of the session, never its id. */
export function presentSession(session: ActiveSession): Session {
  return {
    user: {
      Email: session.user.email,
      UID: session.user.id,
      UserName: [session.user.name, session.user.surname].filter((part) => part !== '').join(' '),
      TenantId: session.tenantId,
      AccessMap: { Roles: [session.role], Permissions: [...permissionsOf(session.role)] },
    },
    tenant: { id: session.tenant.id, slug: session.tenant.slug, name: session.tenant.name },
    preferences: session.preferences,
    expiresAt: session.expiresAt,
  };
}
