import { randomUUID } from 'node:crypto';
import { AppError, type Clock, type Log, type Random } from '@acequia/base';
import type { EndReason, Preferences, Session } from '@acequia/contract';
import { permissionsOf, type LoginStep, type Role, type SessionVia } from '@acequia/domain';
import type { Along, GateDb } from '../../db/database.ts';
import { sessionTenant, type SessionTenant } from '../tenants/session-tenant.service.ts';
import { wholePreferences } from './whole-preferences.service.ts';
import { endOf, type SessionLimits } from './session-life.ts';
import { hashSecret, isDue, nextSecret, readCookieValue, standingOf, writeCookieValue } from './session-renewal.ts';
import {
  confirmSecret,
  deleteSession,
  deleteSessionsOf,
  findSession,
  findSessionsOf,
  insertSession,
  markAuthenticated,
  markSeen,
  noteUserAgent,
  replaceSecret,
} from './sessions.store.ts';
import { createWatchedEnds, type WatchedEnd, type WatchedEnds } from '../../http/watched-ends.ts';

/** A session that is alive now, with the rights its user has now (read with each request, so a changed role acts at once). */
export interface ActiveSession {
  /** The same for its whole life; proves nothing, and is still told to nobody. */
  readonly id: string;
  readonly tenantId: string;
  readonly tenant: SessionTenant;
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly surname: string };
  readonly role: Role;
  readonly preferences: Preferences;
  /** End if nobody moves, ms since 1970. */
  readonly expiresAt: number;
  /** What the login still misses: until then the session is good for that step alone. */
  readonly step: LoginStep | null;
  /** When the user last proved who they are, ms since 1970. */
  readonly authenticatedAt: number;
  readonly via: SessionVia;
  readonly hasPassword: boolean;
  /** Set when an API key came in the place of a session; `exchanged`: by a short-lived token. */
  readonly key?: { readonly id: string; readonly name: string; readonly exchanged: boolean };
}

export interface Sessions {
  /** A new session of a member. What the browser had before is ended by the caller. Throws AUTH.EXPIRED for somebody who is no member. */
  open(userId: string, tenantId: string, ip: string, entry?: SessionEntry): Promise<NewSession>;
  /** The whole session of a cookie's value. Undefined without a value, and while a step of the login is missing; throws AUTH.EXPIRED when the session is over or unknown, and ends it when a value renewed long ago comes back. */
  find(cookie: string | undefined): Promise<ActiveSession | undefined>;
  /** As `find`, also while a step is missing; a value used for 10 min is renewed, and `renewed` is what the browser must keep from now on. Any number of servers and parallel requests agree on it. The first `userAgent` is kept for the user's list of sessions. */
  admit(cookie: string | undefined, userAgent?: string): Promise<Admission | undefined>;
  /** Counts as activity; returns the new end. */
  touch(session: ActiveSession): Promise<number>;
  /** The present end of a session; undefined (and ended) when it is over. */
  remaining(id: string): Promise<number | undefined>;
  /** With `successor`: the session goes on in that one, as its streams are told. `along` is committed with the end. */
  end(id: string, end?: SessionEnd): Promise<void>;
  /** A session as it is now, whatever its cookie; undefined (and ended) when it is over. */
  current(id: string): Promise<ActiveSession | undefined>;
  /** Whose session it is; undefined when it is over. */
  userOf(id: string): Promise<string | undefined>;
  /** Ids of the sessions these users have in a tenant. */
  openOf(userIds: readonly string[], tenantId: string): Promise<string[]>;
  /** Ends every session of a user, but the one to keep; with a tenant, those there alone. `along` is committed with the end. */
  endAll(userId: string, which: { readonly keep?: string; readonly tenantId?: string | undefined }, along: Along): Promise<void>;
  /** The next value of a session's cookie, before its time; undefined when this answer carries one already. */
  renew(id: string): Promise<string | undefined>;
  /** The user has proved again who they are: the login is a recent one. */
  authenticated(id: string): Promise<void>;
  /** Aborts when the session is ended by this server; streams wait for it, and close it. */
  watch(id: string): WatchedEnd;
}

export interface SessionEnd {
  /** Absent: not known here. */
  readonly reason?: EndReason;
  /** The session that takes its place; absent when there is none. */
  readonly successor?: Session;
  /** What is to be committed together with the end. */
  readonly along?: Along;
}

/** Why the streams of a session end. Its field `reason` is what the browser reads; `moved`: another session takes its place. */
export class SessionEnded extends AppError<'AUTH.EXPIRED'> {
  readonly end: Omit<SessionEnd, 'along'>;
  constructor(end: Omit<SessionEnd, 'along'>) {
    const reason = end.successor ? 'moved' : end.reason;
    super('AUTH.EXPIRED', reason === undefined ? {} : { fields: { reason } });
    this.end = end;
  }
}

export interface NewSession {
  /** The value of its cookie: 256 random bits and the session's id. */
  readonly cookie: string;
  readonly session: ActiveSession;
}

/** How a session begins. */
export interface SessionEntry {
  /** Absent: nothing is missing. */
  readonly step: LoginStep | null;
  /** Absent: now. */
  readonly authenticatedAt?: number | undefined;
  /** Absent: with a password. */
  readonly via?: SessionVia | undefined;
  /** What is to be committed together with it. */
  readonly along?: ((tx: GateDb, session: ActiveSession) => Promise<void>) | undefined;
}

/** Longer ones add nothing to the names of a browser and its system. */
const userAgentLength = 400;

export interface Admission {
  readonly session: ActiveSession;
  readonly renewed: string | undefined;
}

export interface SessionsDeps {
  readonly gate: GateDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: SessionLimits;
  /** The same on all servers, and for as long as the installation lasts. */
  readonly key: Uint8Array;
  readonly log: Log;
  /** Whether the deployment has trials. */
  readonly trials: boolean;
  readonly ends?: WatchedEnds;
  /** Called with each session that this server has ended. */
  readonly ended?: (id: string) => void;
}

export function createSessions({
  gate,
  clock,
  random,
  limits,
  key,
  log,
  trials,
  ends = createWatchedEnds(),
  ended,
}: SessionsDeps): Sessions {
  const byOthers = { reason: 'ended' } as const;
  const abort = (id: string, how: Omit<SessionEnd, 'along'> = byOthers) => {
    ends.end(id, new SessionEnded(how));
    ended?.(id);
  };
  const end = async (id: string, { along, ...how }: SessionEnd = byOthers) => {
    if (along === undefined) await deleteSession(gate, id);
    else
      await gate.transaction(async (tx) => {
        await deleteSession(tx, id);
        await along(tx);
      });
    abort(id, how);
  };
  const expire = async (id: string, reason: EndReason): Promise<never> => {
    await end(id, { reason });
    throw new SessionEnded({ reason });
  };

  const describe = (found: NonNullable<Awaited<ReturnType<typeof findSession>>>, now: number): ActiveSession => {
    const { session: row } = found;
    const { id: userId, email, name, surname, preferences } = found.user;
    return {
      id: row.id,
      tenantId: found.tenant.id,
      tenant: sessionTenant(found.tenant, trials, now),
      user: { id: userId, email, name, surname },
      role: found.role,
      preferences: wholePreferences(preferences),
      expiresAt: endOf(limits, row),
      step: row.step,
      authenticatedAt: row.authenticatedAt,
      via: row.via,
      hasPassword: found.passwordOf !== null,
    };
  };

  const look = async (cookie: string) => {
    const shown = readCookieValue(cookie);
    const found = shown && (await findSession(gate, shown.id));
    if (!shown || !found) throw new AppError('AUTH.EXPIRED');
    const { session: row } = found;
    const now = clock.now();
    if (endOf(limits, row) <= now) return expire(row.id, 'time');
    const shownHash = hashSecret(shown.secret);
    const standing = standingOf(row, shownHash, now);
    if (standing === 'reused') {
      log.warn({ userId: row.userId, tenantId: row.tenantId }, 'an old session cookie came back; the session is ended');
      return expire(row.id, 'ended');
    }
    if (standing === 'current' && row.seed !== null) await confirmSecret(gate, row.id, shownHash, now);
    const session = describe(found, now);
    return { session, row, shownHash, standing, now };
  };

  const current = async (id: string): Promise<ActiveSession | undefined> => {
    const found = await findSession(gate, id);
    if (found && endOf(limits, found.session) > clock.now()) return describe(found, clock.now());
    await end(id, found ? { reason: 'time' } : {});
    return undefined;
  };

  const valueOf = (id: string, seed: Uint8Array) => writeCookieValue({ id, secret: nextSecret(key, seed) });
  const nextValue = async (id: string, shownHash: Buffer, now: number): Promise<string | undefined> => {
    const seed = Buffer.from(random.bytes(32));
    const nextHash = hashSecret(nextSecret(key, seed));
    return (await replaceSecret(gate, id, { presentHash: shownHash, shownHash, nextHash, seed, now })) ? valueOf(id, seed) : undefined;
  };
  const replaceLost = async (id: string, lostHash: Uint8Array, shownHash: Buffer, now: number): Promise<string | undefined> => {
    const seed = Buffer.from(random.bytes(32));
    const nextHash = hashSecret(nextSecret(key, seed));
    const replaced = await replaceSecret(gate, id, { presentHash: Buffer.from(lostHash), shownHash, nextHash, seed, now });
    return replaced ? valueOf(id, seed) : undefined;
  };
  const renewedValue = async ({ row, shownHash, standing, now }: Awaited<ReturnType<typeof look>>): Promise<string | undefined> => {
    if (standing === 'unanswered' && row.seed !== null) {
      const lost = hashSecret(nextSecret(key, row.seed));
      if (lost.equals(row.secretHash)) return valueOf(row.id, row.seed);
      // Made with a key that is no longer there: nobody can send that one again, so another one takes its place.
      return replaceLost(row.id, row.secretHash, shownHash, now);
    }
    return standing === 'current' && isDue(row, now) ? nextValue(row.id, shownHash, now) : undefined;
  };

  return {
    remaining: async (id) => (await current(id))?.expiresAt,
    current,
    open: async (userId, tenantId, ip, { step, authenticatedAt, via = 'password', along } = { step: null }) => {
      const id = randomUUID();
      const secret = random.bytes(32);
      const now = clock.now();
      const moments = { renewedAt: now, createdAt: now, seenAt: now, authenticatedAt: authenticatedAt ?? now };
      const session = await gate.transaction(async (tx) => {
        await insertSession(tx, { id, secretHash: hashSecret(secret), tenantId, userId, ip, step, via, ...moments });
        const found = await findSession(tx, id);
        if (!found) throw new AppError('AUTH.EXPIRED');
        const opened = describe(found, now);
        await along?.(tx, opened);
        return opened;
      });
      return { cookie: writeCookieValue({ id, secret }), session };
    },
    find: async (cookie) => {
      if (cookie === undefined || cookie === '') return undefined;
      const { session } = await look(cookie);
      return session.step === null ? session : undefined;
    },
    admit: async (cookie, userAgent) => {
      if (cookie === undefined || cookie === '') return undefined;
      const seen = await look(cookie);
      if (userAgent !== undefined && seen.row.userAgent === null)
        await noteUserAgent(gate, seen.row.id, userAgent.slice(0, userAgentLength));
      return { session: seen.session, renewed: await renewedValue(seen) };
    },
    touch: async (session) => {
      const now = clock.now();
      await markSeen(gate, session.id, now);
      const found = await findSession(gate, session.id);
      if (!found) throw new AppError('AUTH.EXPIRED');
      return endOf(limits, found.session);
    },
    end,
    userOf: async (id) => (await findSession(gate, id))?.user.id,
    openOf: (userIds, tenantId) => findSessionsOf(gate, userIds, tenantId),
    endAll: async (userId, { keep, tenantId }, along) => {
      const ended = await gate.transaction(async (tx) => {
        const ids = await deleteSessionsOf(tx, userId, keep, tenantId);
        await along(tx);
        return ids;
      });
      for (const id of ended) abort(id);
    },
    renew: async (id) => {
      const row = (await findSession(gate, id))?.session;
      return row && row.seed === null ? nextValue(row.id, row.secretHash, clock.now()) : undefined;
    },
    authenticated: (id) => markAuthenticated(gate, id, clock.now()),
    watch: (id) => ends.watch(id),
  };
}

/** What the user may do now: in a tenant whose trial is over, only read. */
const permissionsIn = ({ role, tenant }: ActiveSession) =>
  permissionsOf(role, tenant).filter((permission) => !tenant.readOnly || permission.endsWith(':read'));

/** The console's "token": what it may know of the session, never its id. */
export function presentSession(session: ActiveSession): Session {
  const whole = session.step === null;
  return {
    user: {
      Email: session.user.email,
      UID: session.user.id,
      UserName: [session.user.name, session.user.surname].filter((part) => part !== '').join(' '),
      TenantId: session.tenantId,
      AccessMap: whole ? { Roles: [session.role], Permissions: permissionsIn(session) } : { Roles: [], Permissions: [] },
    },
    tenant: {
      id: session.tenant.id,
      slug: session.tenant.slug,
      name: session.tenant.name,
      ...(session.tenant.demoOf === null ? {} : { demoOf: session.tenant.demoOf }),
    },
    via: session.via,
    hasPassword: session.hasPassword,
    step: session.step,
    trialEndsAt: session.tenant.trialEndsAt,
    features: whole ? [...session.tenant.features] : [],
    preferences: session.preferences,
    expiresAt: session.expiresAt,
  };
}
