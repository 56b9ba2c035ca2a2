import { AppError, isAppError } from '@acequia/base';
import type { FastifyRequest } from 'fastify';
import type { KeyAdmission } from '../modules/auth-token/key-admission.ts';
import type { Sessions } from '../modules/auth/sessions.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import { assertOwnSite } from './cross-site.ts';
import type { Lasting, RequestContext } from './request-context.ts';

export interface Admission extends Pick<RequestContext, 'session' | 'fault' | 'lasting'> {
  /** What the browser must keep as its cookie from now on. */
  readonly renewed: string | undefined;
}

/** The session of the cookie, or why there is none; another site's request gets none whatever its cookie. */
export const admitBrowser = (request: FastifyRequest, sessions: Sessions): Promise<Admission> =>
  orFault(async () => {
    assertOwnSite(request);
    const admission = await sessions.admit(readCookie(request.headers.cookie, sessionCookie));
    const session = admission?.session;
    return {
      session,
      lasting: session ? { signal: () => sessions.signalOf(session.id), remaining: () => sessions.remaining(session.id) } : noSession,
      fault: undefined,
      renewed: admission?.renewed,
    };
  });

/** What came with `Authorization: Bearer`: its cookie counts for nothing, and no browser adds the header by itself. */
export const admitKey = (request: FastifyRequest, token: string, keys: KeyAdmission): Promise<Admission> =>
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
    return { session, lasting: { signal: () => keys.signalOf(session.id), remaining }, fault: undefined, renewed: undefined };
  });

/** The token of the header; undefined without one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}

const noSession: Lasting = { signal: () => AbortSignal.abort(new AppError('AUTH.REQUIRED')), remaining: () => Promise.resolve(undefined) };

async function orFault(admit: () => Promise<Admission>): Promise<Admission> {
  try {
    return await admit();
  } catch (error) {
    if (isAppError(error)) return { session: undefined, fault: error, renewed: undefined, lasting: noSession };
    throw error;
  }
}
