import { AppError, isAppError, minuteMs, senderOf, type Random } from '@acequia/base';
import { isErrorCode, type ErrorCode, type Preferences } from '@acequia/contract';
import { ssoDenials, type SsoDenial, type SsoProvider } from '@acequia/domain';
import { createLinkToken, hashLinkToken } from '../../keys/link-token.ts';
import { recordRefusedEntry } from '../activity/activity.service.ts';
import { spendBudget } from '../auth/attempts.service.ts';
import type { OpenedSession } from '../auth/auth.service.ts';
import type { ActiveSession, Sessions } from '../auth/sessions.ts';
import { findTenantBySlug } from '../tenants/tenants.service.ts';
import { signInWithIdentity, userOfIdentity, type SignInDeps } from './sign-in.ts';
import type { ProvenIdentity, SsoAdapter, SsoTenant } from './sso-adapter.ts';
import { deleteOldFlows, findSessionsVia, insertFlow, takeFlow, type FlowRow } from './sso.store.ts';

export { ssoAddress } from './sso-adapter.ts';

/** docs/decisions.md: a way to the provider and back lasts five minutes. */
export const flowLastsMs = 5 * minuteMs;
/** Refusals for the same reason are one row of the activity log in so long, however many there are. */
const refusedRowMs = 10 * minuteMs;
/** Ways one address may begin in five minutes. */
const startsMax = 100;

export interface StartInput {
  readonly slug: string;
  readonly origin: string;
  /** The browser's own random value, `createBrowserMark`. */
  readonly browser: string;
  /** Path to go on to. */
  readonly target: string;
  readonly ip: string;
  /** To prove this session anew; absent for a login. */
  readonly session?: ActiveSession | undefined;
}

export interface FinishInput {
  readonly slug: string;
  readonly provider: SsoProvider;
  readonly origin: string;
  /** Undefined when the browser has none: then nothing was begun in it. */
  readonly browser: string | undefined;
  readonly parameters: URLSearchParams;
  readonly ip: string;
  readonly language: Preferences['language'];
}

/** How a way back ends. `target` is where the browser goes on. */
export type Landing =
  | { readonly kind: 'entered'; readonly target: string; readonly opened: OpenedSession }
  | { readonly kind: 'proven'; readonly target: string; readonly cookie: string | undefined }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly denial: SsoDenial | undefined;
      readonly target: string | undefined;
      readonly again: boolean;
    };

export interface SsoService {
  /** The provider's address to go to. Throws AUTH.SSO_OFF, the same for a tenant that does not exist and one without single sign-on. */
  start(input: StartInput): Promise<string>;
  /** Never throws what the provider or the browser can cause. */
  finish(input: FinishInput): Promise<Landing>;
  /** Ends the sessions of a tenant that began with a provider that is no longer the tenant's. */
  endSessions(tenantId: string, provider: SsoProvider): Promise<void>;
  forgetOldFlows(now: number): Promise<void>;
}

export interface SsoDeps extends SignInDeps {
  readonly adapters: readonly SsoAdapter[];
  readonly sessions: Sessions;
  readonly random: Random;
  /** A sign-in was refused, for the operator's log. */
  readonly onRefusal: (facts: { readonly slug: string; readonly provider: SsoProvider; readonly error: unknown }) => void;
}

export function createSsoService(deps: SsoDeps): SsoService {
  const { database, clock, random, sessions, adapters } = deps;
  const { gate } = database;
  const tenantOf = async (slug: string) => {
    const tenant = await findTenantBySlug(gate, slug);
    const adapter = adapters.find(({ provider }) => provider === tenant?.sso);
    if (!tenant || !adapter) throw new AppError('AUTH.SSO_OFF');
    return { tenant, adapter };
  };

  const start: SsoService['start'] = async ({ slug, origin, browser, target, ip, session }) => {
    const now = clock.now();
    if (!(await spendBudget(gate, `sso:${senderOf(ip)}`, { amount: 1, max: startsMax, windowMs: flowLastsMs, now })))
      throw new AppError('ACQ-TOO-MANY');
    const { tenant, adapter } = await tenantOf(slug);
    if (session && session.tenantId !== tenant.id) throw new AppError('AUTH.SSO_OFF');
    const state = createLinkToken(random);
    const { url, facts } = await adapter.start({ tenant, origin, state, again: session !== undefined });
    const row: FlowRow = {
      tenantId: tenant.id,
      stateHash: hashLinkToken(state),
      browserHash: hashLinkToken(browser),
      provider: adapter.provider,
      sessionId: session?.id ?? null,
      target,
      facts,
      expiresAt: now + flowLastsMs,
    };
    await database.withTenant(tenant.id, (tx) => insertFlow(tx, row));
    return url;
  };

  /** The flow a state belongs to, used up; only the browser that began it gets it. Throws AUTH.SSO_FLOW. */
  const takeOwnFlow = async (tenant: SsoTenant, adapter: SsoAdapter, { parameters, browser }: FinishInput): Promise<FlowRow> => {
    const states = parameters.getAll(adapter.stateParameter);
    const [state = ''] = states;
    if (states.length !== 1 || !/^[\w-]{43}$/.test(state)) throw new AppError('AUTH.SSO_FLOW', { internal: 'no state' });
    const flow = await database.withTenant(tenant.id, (tx) => takeFlow(tx, hashLinkToken(state), adapter.provider));
    if (!flow || flow.expiresAt <= clock.now()) throw new AppError('AUTH.SSO_FLOW', { internal: 'unknown, used or old state' });
    if (browser === undefined || !flow.browserHash.equals(hashLinkToken(browser)))
      throw new AppError('AUTH.SSO_FLOW', { internal: 'begun in another browser' });
    return flow;
  };

  const prove = async (sessionId: string, input: FinishInput, tenant: SsoTenant, identity: ProvenIdentity): Promise<string | undefined> => {
    const userId = await userOfIdentity(gate, { tenant, provider: input.provider, identity });
    if (userId === undefined || (await sessions.userOf(sessionId)) !== userId) throw new AppError('WEB-11011');
    await sessions.authenticated(sessionId);
    return sessions.renew(sessionId);
  };

  const noteRefusal = ({ tenantId }: FlowRow, { provider, ip }: FinishInput, code: ErrorCode, email: string | number = '') =>
    database.withTenant(tenantId, (tx) =>
      recordRefusedEntry({ tx, tenantId, now: clock.now() }, { via: provider, email: String(email), code, ip }, refusedRowMs),
    );

  const finish: SsoService['finish'] = async (input) => {
    let flow: FlowRow | undefined;
    try {
      const { tenant, adapter } = await tenantOf(input.slug);
      if (adapter.provider !== input.provider) throw new AppError('AUTH.SSO_OFF');
      flow = await takeOwnFlow(tenant, adapter, input);
      const { target, sessionId, facts } = flow;
      const { origin, parameters, ip, language } = input;
      const identity = await adapter.finish({ tenant, origin, parameters, facts, again: sessionId !== null });
      if (sessionId !== null) return { kind: 'proven', target, cookie: await prove(sessionId, input, tenant, identity) };
      const opened = await signInWithIdentity(deps, { tenant, provider: input.provider, identity, ip, language });
      return { kind: 'entered', target, opened };
    } catch (error) {
      deps.onRefusal({ slug: input.slug, provider: input.provider, error });
      const code = isAppError(error) && isErrorCode(error.code) ? error.code : 'WEB-00000';
      if (flow) await noteRefusal(flow, input, code, isAppError(error) ? error.fields['email'] : undefined);
      return { kind: 'refused', code, denial: denialOf(error), target: flow?.target, again: (flow?.sessionId ?? null) !== null };
    }
  };

  return {
    start,
    finish,
    endSessions: async (tenantId, provider) => {
      for (const id of await findSessionsVia(gate, tenantId, provider)) await sessions.end(id);
    },
    forgetOldFlows: (now) => deleteOldFlows(gate, now),
  };
}

/** Why the provider said no, for people; undefined when it was not the provider that did. */
const denialOf = (error: unknown): SsoDenial | undefined =>
  isAppError(error) && error.code === 'AUTH.SSO_DENIED'
    ? (ssoDenials.find((each) => each === error.fields['reason']) ?? 'other')
    : undefined;
