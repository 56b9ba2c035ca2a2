import { randomUUID } from 'node:crypto';
import { AppError, type Clock, type Log, type Random } from '@acequia/base';
import type { Preferences, Session } from '@acequia/contract';
import { permissionsOf, type Feature, type Role } from '@acequia/domain';
import type { GateDb } from '../../db/database.ts';
import { hashSecret, nextSecret, readCookieValue, renewAfterMs, standingOf, writeCookieValue } from './session-renewal.ts';
import {
  confirmSecret,
  deleteSession,
  deleteSessionsOf,
  findSession,
  findSessionsOf,
  insertSession,
  markSeen,
  replaceSecret,
} from './sessions.store.ts';

/** A session that is alive now, with the rights its user has now (read with each request, so a changed role acts at once). */
export interface ActiveSession {
  /** The same for its whole life; proves nothing, and is still told to nobody. */
  readonly id: string;
  readonly tenantId: string;
  readonly tenant: { readonly id: string; readonly slug: string; readonly name: string; readonly features: readonly Feature[] };
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly surname: string };
  readonly role: Role;
  readonly preferences: Preferences;
  /** End if nobody moves, ms since 1970. */
  readonly expiresAt: number;
  /** Set when an API key came in the place of a session; `exchanged`: by a short-lived token. */
  readonly key?: { readonly id: string; readonly name: string; readonly exchanged: boolean };
}

export interface SessionLimits {
  /** docs/decisions.md: 60 min. */
  readonly idleMs: number;
  /** docs/decisions.md: 12 h. */
  readonly absoluteMs: number;
}

export interface Sessions {
  /** A new session: the value of its cookie (256 random bits and the session's id). What the browser had before is ended by the caller. */
  open(userId: string, tenantId: string, ip: string): Promise<string>;
  /** The session of a cookie's value. Undefined without a value; throws AUTH.EXPIRED when the session is over or unknown, and ends it when a value renewed long ago comes back. */
  find(cookie: string | undefined): Promise<ActiveSession | undefined>;
  /** As `find`; a value used for 10 min is renewed, and `renewed` is what the browser must keep from now on. Any number of servers and parallel requests agree on it. */
  admit(cookie: string | undefined): Promise<Admission | undefined>;
  /** Counts as activity; returns the new end. */
  touch(session: ActiveSession): Promise<number>;
  /** The present end of a session; undefined (and ended) when it is over. */
  remaining(id: string): Promise<number | undefined>;
  end(id: string): Promise<void>;
  /** Ids of the sessions these users have in a tenant. */
  openOf(userIds: readonly string[], tenantId: string): Promise<string[]>;
  /** Ends every session of a user, but the one to keep. */
  endAll(userId: string, keep?: string): Promise<void>;
  /** The next value of a session's cookie, before its time; undefined when this answer carries one already. */
  renew(id: string): Promise<string | undefined>;
  /** Aborts when the session is ended by this server; streams hang on it. */
  signalOf(id: string): AbortSignal;
}

export interface Admission {
  readonly session: ActiveSession;
  readonly renewed: string | undefined;
}

export interface SessionsDeps {
  readonly gate: GateDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: SessionLimits;
  /** The deployment's key, the same on all servers. */
  readonly key: Uint8Array;
  readonly log: Log;
}

export function createSessions({ gate, clock, random, limits, key, log }: SessionsDeps): Sessions {
  const ends = new Map<string, AbortController>();
  const controllerOf = (id: string): AbortController => {
    const known = ends.get(id) ?? new AbortController();
    ends.set(id, known);
    return known;
  };
  const abort = (id: string) => {
    controllerOf(id).abort(new AppError('AUTH.EXPIRED'));
    ends.delete(id);
  };
  const end = async (id: string) => {
    await deleteSession(gate, id);
    abort(id);
  };
  const expire = async (id: string): Promise<never> => {
    await end(id);
    throw new AppError('AUTH.EXPIRED');
  };
  const lastsUntil = (session: { readonly seenAt: number; readonly createdAt: number }) =>
    Math.min(session.seenAt + limits.idleMs, session.createdAt + limits.absoluteMs);

  const look = async (cookie: string) => {
    const shown = readCookieValue(cookie);
    const found = shown && (await findSession(gate, shown.id));
    if (!shown || !found) throw new AppError('AUTH.EXPIRED');
    const { session: row } = found;
    const now = clock.now();
    const expiresAt = lastsUntil(row);
    if (expiresAt <= now) return expire(row.id);
    const shownHash = hashSecret(shown.secret);
    const standing = standingOf(row, shownHash, now);
    if (standing === 'reused') {
      log.warn({ userId: row.userId, tenantId: row.tenantId }, 'an old session cookie came back; the session is ended');
      return expire(row.id);
    }
    if (standing === 'current' && row.seed !== null) await confirmSecret(gate, row.id, shownHash, now);
    const { id: userId, email, name, surname, preferences } = found.user;
    const session: ActiveSession = {
      id: row.id,
      tenantId: found.tenant.id,
      tenant: found.tenant,
      user: { id: userId, email, name, surname },
      role: found.role,
      preferences,
      expiresAt,
    };
    return { session, row, shownHash, standing, now };
  };

  const valueOf = (id: string, seed: Uint8Array) => writeCookieValue({ id, secret: nextSecret(key, seed) });
  const nextValue = async (id: string, shownHash: Buffer, now: number): Promise<string | undefined> => {
    const seed = Buffer.from(random.bytes(32));
    const nextHash = hashSecret(nextSecret(key, seed));
    return (await replaceSecret(gate, id, { shownHash, nextHash, seed, now })) ? valueOf(id, seed) : undefined;
  };
  const renewedValue = async ({ row, shownHash, standing, now }: Awaited<ReturnType<typeof look>>): Promise<string | undefined> => {
    if (standing === 'unanswered' && row.seed !== null) return valueOf(row.id, row.seed);
    return standing === 'current' && now - row.renewedAt >= renewAfterMs ? nextValue(row.id, shownHash, now) : undefined;
  };

  return {
    remaining: async (id) => {
      const found = await findSession(gate, id);
      const until = found ? lastsUntil(found.session) : 0;
      if (until > clock.now()) return until;
      await end(id);
      return undefined;
    },
    open: async (userId, tenantId, ip) => {
      const id = randomUUID();
      const secret = random.bytes(32);
      const now = clock.now();
      await insertSession(gate, { id, secretHash: hashSecret(secret), renewedAt: now, tenantId, userId, createdAt: now, seenAt: now, ip });
      return writeCookieValue({ id, secret });
    },
    find: async (cookie) => (cookie === undefined || cookie === '' ? undefined : (await look(cookie)).session),
    admit: async (cookie) => {
      if (cookie === undefined || cookie === '') return undefined;
      const seen = await look(cookie);
      return { session: seen.session, renewed: await renewedValue(seen) };
    },
    touch: async (session) => {
      const now = clock.now();
      await markSeen(gate, session.id, now);
      const found = await findSession(gate, session.id);
      if (!found) throw new AppError('AUTH.EXPIRED');
      return lastsUntil(found.session);
    },
    end,
    openOf: (userIds, tenantId) => findSessionsOf(gate, userIds, tenantId),
    endAll: async (userId, keep) => {
      for (const id of await deleteSessionsOf(gate, userId, keep)) abort(id);
    },
    renew: async (id) => {
      const row = (await findSession(gate, id))?.session;
      return row && row.seed === null ? nextValue(row.id, row.secretHash, clock.now()) : undefined;
    },
    signalOf: (id) => controllerOf(id).signal,
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
    features: [...session.tenant.features],
    preferences: session.preferences,
    expiresAt: session.expiresAt,
  };
}
