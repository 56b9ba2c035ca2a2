import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError, isAppError, type Clock, type Random } from '@acequia/base';
import type { OperationInput, Preferences, Session } from '@acequia/contract';
import { nextLoginStep, type SessionVia } from '@acequia/domain';
import type { Along, Database, GateDb } from '../../db/database.ts';
import { passwordChangedMail } from '../../mail/mail-texts.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { AfterAnswer } from './after-answer.ts';
import { assertPassword } from './assert-password.ts';
import {
  findCredentials,
  findSsoBesideDemo,
  insertMember,
  insertUser,
  isMember,
  lockInstallation,
  ownerExists,
  writePreferences,
  writeSetupCode,
} from './auth.store.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { countAttempt, forgetAttempts } from './login-throttle.store.ts';
import type { Caller, KnownDevices } from './known-devices.ts';
import { readStepFacts } from './mfa.store.ts';
import { recordRefusedLogin, recordSessionStart } from './session-activity.ts';
import { changePassword } from './password-change.ts';
import type { Passwords } from './passwords.ts';
import { presentSession, type ActiveSession, type SessionEntry, type Sessions } from './sessions.ts';
import { assertPasswordSession } from './session-scope.ts';
import { createTenant } from '../tenants/new-tenant.service.ts';

export interface OpenedSession {
  /** The value of its cookie. */
  readonly cookie: string;
  readonly session: Session;
}

interface Entry extends Pick<SessionEntry, 'authenticatedAt' | 'via'> {
  /** The second factor was shown already. */
  readonly passed: boolean;
  readonly along?: Along;
}

/**
 * Opens a session of a member in a tenant: the one way in, for every kind of login. It misses a step when the user or the tenant has
 * a second factor, but for what a session that passed it goes on `from`. It began `via` a password unless told, or as the one before.
 */
export type OpenSession = (userId: string, tenantId: string, ip: string, from?: ActiveSession, via?: SessionVia) => Promise<OpenedSession>;

export interface OwnerInput {
  readonly setupCode: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly surname: string;
  readonly tenantName: string;
  readonly language: Preferences['language'];
}

export interface AuthService {
  ownerExists(): Promise<boolean>;
  /** A new one-time code for the first run, stored hashed; undefined once an owner exists. */
  issueSetupCode(): Promise<string | undefined>;
  createOwner(input: OwnerInput, ip: string): Promise<OpenedSession>;
  /** Same answer and same work for a wrong password and an unknown user; ACQ-TOO-MANY, also for an address without an account, while it has to wait. */
  login(email: string, password: string, from: Caller): Promise<OpenedSession & { readonly deviceCookie: string }>;
  /** Changes the own password; the user's other sessions end, and the next value of this one's cookie is returned. */
  updatePassword(
    session: ActiveSession,
    input: OperationInput<'auth:updatePassword'>,
    from: Caller,
    along: Along,
  ): Promise<string | undefined>;
  /** Goes on in another tenant of the user; the session before ends. Throws ACQ-NOT-FOUND for one that is not the user's, AUTH.MFA_NEEDED, AUTH.SSO_SCOPE. */
  changeTenant(session: ActiveSession, tenantId: string, ip: string): Promise<OpenedSession>;
  open: OpenSession;
  /** The session's login is a recent one from now on. Throws WEB-11012 for another address or a wrong password, under the limits of a login. */
  reauthenticate(session: ActiveSession, input: OperationInput<'auth:reauthenticateWithCredential'>, from: Caller): Promise<void>;
  updatePreferences(
    session: ActiveSession,
    change: { readonly [K in keyof Preferences]?: Preferences[K] | undefined },
  ): Promise<Preferences>;
}

export const defaultPreferences: Preferences = {
  theme: 'dark',
  tableDensity: 'standard',
  language: 'en',
  timeZone: 'browser',
  shortcuts: true,
  tables: {},
  editor: {},
};

export interface AuthDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly devices: KnownDevices;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the deployment has trials. */
  readonly trials: boolean;
  readonly afterAnswer: AfterAnswer;
  readonly mailer: Mailer;
  /** Called after the first owner was committed. */
  readonly onOwner: (tenantId: string, userId: string) => void;
}

export function createAuthService({
  database,
  sessions,
  passwords,
  devices,
  clock,
  random,
  trials,
  afterAnswer,
  mailer,
  onOwner,
}: AuthDeps): AuthService {
  const { gate } = database;
  const missingStep = async (userId: string, tenantId: string, passed: boolean) =>
    nextLoginStep({ ...(await readStepFacts(gate, userId, tenantId)), passed });
  const begin = async (userId: string, tenantId: string, ip: string, entry: Entry): Promise<OpenedSession> => {
    const step = await missingStep(userId, tenantId, entry.passed);
    const along = async (tx: GateDb, session: ActiveSession) => {
      await entry.along?.(tx);
      if (step === null) await recordSessionStart(tx, { session, ip }, clock.now());
    };
    const { cookie, session } = await sessions.open(userId, tenantId, ip, { ...entry, step, along });
    return { cookie, session: presentSession(session) };
  };
  const open: OpenSession = (userId, tenantId, ip, from, via = from?.via) =>
    begin(userId, tenantId, ip, { passed: from !== undefined, authenticatedAt: from?.authenticatedAt, via });
  return {
    ownerExists: () => ownerExists(gate),
    issueSetupCode: async () => {
      if (await ownerExists(gate)) return undefined;
      const code = Buffer.from(random.bytes(15)).toString('base64url');
      await writeSetupCode(gate, codeHash(code));
      return code;
    },
    createOwner: async (input, ip) => {
      if (!(await countAttempt(gate, 'first run', ip, clock.now()))) throw new AppError('ACQ-TOO-MANY');
      if (await ownerExists(gate)) throw new AppError('AUTH.SETUP_DONE');
      const email = input.email.toLowerCase();
      assertPassword(input.password, [email.split('@')[0] ?? '', input.name, input.surname]);
      const passwordHash = await passwords.hash(input.password);
      const userId = randomUUID();
      const now = clock.now();
      const tenant = await gate.transaction(async (tx) => {
        const row = await lockInstallation(tx);
        if (await ownerExists(tx)) throw new AppError('AUTH.SETUP_DONE');
        if (!row?.setupCodeHash || !timingSafeEqual(row.setupCodeHash, codeHash(input.setupCode))) throw new AppError('AUTH.SETUP_CODE');
        const { name, surname, language } = input;
        const preferences = { ...defaultPreferences, language };
        await insertUser(tx, { id: userId, email, name, surname, preferences, createdAt: now }, passwordHash);
        const made = await createTenant(tx, input.tenantName, now, { trial: trials, operator: true });
        await insertMember(tx, { tenantId: made.id, userId, role: 'owner' });
        await writeSetupCode(tx, null);
        const actor = { session: { tenantId: made.id, user: { id: userId, email, name, surname } }, ip };
        await recordActivity(tx, actor, { entity: 'tenant', operation: 'create' }, input.tenantName, now);
        return made;
      });
      await forgetAttempts(gate, 'first run', ip);
      onOwner(tenant.id, userId);
      return open(userId, tenant.id, ip);
    },
    login: async (email, password, { ip, device: cookie }) => {
      const account = email.trim().toLowerCase();
      const device = devices.nameIn(cookie, account);
      const evaluated = await countAttempt(gate, account, ip, clock.now(), device);
      const found = evaluated ? await findCredentials(gate, account) : undefined;
      if (!(await passwords.verify(found?.hash, password)) || !found) {
        // After the answer: an account that exists takes no longer to refuse.
        if (found)
          afterAnswer.run(
            recordRefusedLogin(database, { session: { ...found, user: { ...found.user, email: account } }, ip }, clock.now()),
          );
        throw new AppError(evaluated ? 'AUTH.CREDENTIALS' : 'ACQ-TOO-MANY');
      }
      const along = (tx: GateDb) => forgetAttempts(tx, account, ip, device);
      const opened = await begin(found.userId, found.tenantId, ip, { passed: false, along });
      return { ...opened, deviceCookie: devices.cookieOf(account, device) };
    },
    updatePassword: async (session, input, from, along) => {
      const cookie = await changePassword({ gate, sessions, passwords, devices, clock }, session, input, from, along);
      afterAnswer.run(mailer.send(passwordChangedMail(session.preferences.language, session.user.email, { by: 'preferences' })));
      return cookie;
    },
    changeTenant: async (session, tenantId, ip) => {
      // The demo of an organization belongs to nobody else: its provider may let in there, for as long as it is the organization's.
      if ((await findSsoBesideDemo(gate, session.tenantId, tenantId)) !== session.via) assertPasswordSession(session);
      if (!(await isMember(gate, session.user.id, tenantId))) throw new AppError('ACQ-NOT-FOUND');
      if ((await missingStep(session.user.id, tenantId, true)) !== null) throw new AppError('AUTH.MFA_NEEDED');
      return open(session.user.id, tenantId, ip, session).catch((error: unknown) => {
        throw isAppError(error) && error.code === 'AUTH.EXPIRED' ? new AppError('ACQ-NOT-FOUND', { cause: error }) : error;
      });
    },
    open,
    reauthenticate: async ({ id, user }, { email, password }, { ip, device: cookie }) => {
      const device = devices.nameIn(cookie, user.email);
      const evaluated = await countAttempt(gate, user.email, ip, clock.now(), device);
      const own = evaluated && email.trim().toLowerCase() === user.email;
      const stored = own ? await findCredentials(gate, user.email) : undefined;
      if (!(await passwords.verify(stored?.hash, password))) throw new AppError('WEB-11012', { fields: { password: 'wrong' } });
      await forgetAttempts(gate, user.email, ip, device);
      await sessions.authenticated(id);
    },
    updatePreferences: async (session, change) => {
      const preferences = {
        ...session.preferences,
        ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      };
      await writePreferences(gate, session.user.id, preferences);
      return preferences;
    },
  };
}

const codeHash = (code: string): Buffer => createHash('sha256').update(code.trim()).digest();
