import { AppError, isAppError, senderOf } from '@acequia/base';
import type { FastifyRequest } from 'fastify';
import type { KeyAdmission } from '../modules/auth-token/key-admission.ts';
import type { ActiveSession, Sessions } from '../modules/auth/sessions.ts';
import type { CallBudget } from './call-budget.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import { assertOwnSite } from './cross-site.ts';
import type { Lasting, RequestContext } from './request-context.ts';

export interface Admission extends Pick<RequestContext, 'session' | 'fault' | 'lasting'> {
  /** What the browser must keep as its cookie from now on. */
  readonly renewed: string | undefined;
}

export interface AdmissionDeps {
  readonly sessions: Sessions;
  readonly keys: KeyAdmission;
  readonly budget: CallBudget;
}

/** Who calls: by the cookie of a session, and where keys may call (`withKeys`), by an API key. Throws ACQ-TOO-MANY before anything is looked up. */
export async function admit(request: FastifyRequest, deps: AdmissionDeps, withKeys: boolean): Promise<Admission> {
  const token = withKeys ? bearerOf(request) : undefined;
  return budgeted(request, deps.budget, token, async () => {
    const admission = await (token === undefined ? admitBrowser(request, deps.sessions) : admitKey(request, token, deps.keys));
    return { admission, good: admission.session && (admission.renewed ?? shownBy(request, token)) };
  }).then(({ admission }) => admission);
}

/** Who looks at a page: the whole session of the cookie, or of a key. Nothing is renewed, and another site may have led here. Throws as `admit`. */
export async function recognise(
  request: FastifyRequest,
  { sessions, keys, budget }: AdmissionDeps,
  onExpired: () => void = () => undefined,
): Promise<ActiveSession | undefined> {
  const token = bearerOf(request);
  const find = () =>
    token === undefined ? sessions.find(readCookie(request.headers.cookie, sessionCookie)) : keys.admit(token, request.ip);
  const { session } = await budgeted(request, budget, token, async () => {
    const session = await find().catch((error: unknown) => {
      if (!isAppError(error)) throw error;
      if (error.code === 'AUTH.EXPIRED') onExpired();
      return undefined;
    });
    return { session, good: session && shownBy(request, token) };
  });
  return session;
}

const shownBy = (request: FastifyRequest, token: string | undefined) => token ?? readCookie(request.headers.cookie, sessionCookie);

async function budgeted<R extends { readonly good: string | undefined }>(
  request: FastifyRequest,
  budget: CallBudget,
  token: string | undefined,
  find: () => Promise<R>,
): Promise<R> {
  const shown = shownBy(request, token);
  budget.take(shown, senderOf(request.ip));
  const result = await find();
  if (result.good !== undefined) budget.admitted(result.good);
  else if (shown !== undefined) budget.refused(shown);
  return result;
}

/** The session of the cookie, or why there is none; another site's request gets none whatever its cookie. */
const admitBrowser = (request: FastifyRequest, sessions: Sessions): Promise<Admission> =>
  orFault(async () => {
    assertOwnSite(request);
    const admission = await sessions.admit(readCookie(request.headers.cookie, sessionCookie), request.headers['user-agent']);
    const session = admission?.session;
    return {
      session,
      lasting: session ? { watch: () => sessions.watch(session.id), remaining: () => sessions.remaining(session.id) } : noSession,
      fault: undefined,
      renewed: admission?.renewed,
    };
  });

/** What came with `Authorization: Bearer`: its cookie counts for nothing, and no browser adds the header by itself. */
const admitKey = (request: FastifyRequest, token: string, keys: KeyAdmission): Promise<Admission> =>
  orFault(async () => {
    const session = await keys.admit(token, request.ip);
    const remaining = () =>
      keys.admit(token, request.ip).then(
        ({ expiresAt }) => expiresAt,
        (error: unknown) => {
          if (isAppError(error)) return undefined;
          throw error;
        },
      );
    return { session, lasting: { watch: () => keys.watch(session.id), remaining }, fault: undefined, renewed: undefined };
  });

/** The token of the header; undefined without one. */
function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}

const noSession: Lasting = {
  watch: () => ({ signal: AbortSignal.abort(new AppError('AUTH.REQUIRED')), close: () => undefined }),
  remaining: () => Promise.resolve(undefined),
};

async function orFault(admit: () => Promise<Admission>): Promise<Admission> {
  try {
    return await admit();
  } catch (error) {
    if (isAppError(error)) return { session: undefined, fault: error, renewed: undefined, lasting: noSession };
    throw error;
  }
}
