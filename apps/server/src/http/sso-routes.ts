import { isAppError, type Random } from '@acequia/base';
import { isOwnPath, type SsoDenial, type SsoProvider } from '@acequia/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../modules/auth/sessions.ts';
import type { Landing, SsoService } from '../modules/sso/sso.service.ts';
import { guestLook } from './console-routes.ts';
import { browserMarkCookie, readCookie, sessionCookie, writeBrowserMark, writeSessionCookie } from './cookies.ts';
import type { OriginOf } from './origin.ts';

export interface SsoRouteDeps {
  readonly sso: SsoService;
  readonly sessions: Sessions;
  readonly originOf: OriginOf;
  readonly random: Random;
}

/** A SAML answer with many attributes; an answer of OpenID Connect is far smaller. */
const answerMaxBytes = 512 * 1024;

/**
 * Single sign-on by tenant. `/sso/<slug>` begins; the provider sends the browser back to `/sso/<slug>/openid/callback` or
 * `/sso/<slug>/saml/acs`. Every way ends with a redirect to a page of ours.
 */
export function registerSsoRoutes(app: FastifyInstance, { sso, sessions, originOf, random }: SsoRouteDeps): void {
  const sessionOf = (request: FastifyRequest) =>
    sessions.find(readCookie(request.headers.cookie, sessionCookie)).catch((error: unknown) => {
      if (isAppError(error)) return undefined;
      throw error;
    });

  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const { slug } = request.params as { readonly slug: string };
    const { searchParams } = new URL(request.url, 'http://localhost');
    const next = searchParams.get('next') ?? '';
    const target = isOwnPath(next) && next.length <= 2048 ? next : '/home';
    const session = searchParams.has('again') ? await sessionOf(request) : undefined;
    if (searchParams.has('again') && (!session || isForeign(request)))
      return reply.redirect(refusalPath('AUTH.REQUIRED', slug, target), 303);
    const browser = markOf(request) ?? Buffer.from(random.bytes(32)).toString('base64url');
    try {
      const url = await sso.start({ slug, origin: originOf(request), browser, target, ip: request.ip, session });
      return await reply.header('set-cookie', writeBrowserMark(browser)).redirect(url, 303);
    } catch (error) {
      if (!isAppError(error)) throw error;
      return reply.redirect(session ? againPath(target, error.code) : refusalPath(error.code, slug, target), 303);
    }
  };

  const arrive = (provider: SsoProvider) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { slug } = request.params as { readonly slug: string };
    const parameters = request.body instanceof URLSearchParams ? request.body : new URL(request.url, 'http://localhost').searchParams;
    const landing = await sso.finish({
      slug,
      provider,
      origin: originOf(request),
      browser: markOf(request),
      parameters,
      ip: request.ip,
      language: guestLook(request).language,
    });
    return land(request, reply, slug, landing);
  };

  const land = async (request: FastifyRequest, reply: FastifyReply, slug: string, landing: Landing) => {
    if (landing.kind === 'refused')
      return reply.redirect(
        landing.again
          ? againPath(landing.target, landing.code, landing.denial)
          : refusalPath(landing.code, slug, landing.target, landing.denial),
        303,
      );
    if (landing.kind === 'proven') {
      if (landing.cookie !== undefined) reply.header('set-cookie', writeSessionCookie(landing.cookie));
      return reply.redirect(againPath(landing.target, 'done'), 303);
    }
    const before = await sessionOf(request);
    const { opened, target } = landing;
    if (before) await sessions.end(before.id, { successor: opened.session });
    const path = opened.session.step === null ? target : `/login?next=${encodeURIComponent(target)}`;
    return reply.header('set-cookie', writeSessionCookie(opened.cookie)).redirect(path, 303);
  };

  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: answerMaxBytes },
      (_request: FastifyRequest, body: string | Buffer, done: (error: Error | null, body?: unknown) => void) =>
        done(null, new URLSearchParams(body.toString())),
    );
    routes.get('/sso/:slug', begin);
    routes.get('/sso/:slug/openid/callback', arrive('openid'));
    routes.post('/sso/:slug/openid/callback', arrive('openid'));
    routes.post('/sso/:slug/saml/acs', arrive('saml'));
  });
}

/** The random value a browser keeps while it is on its way to a provider; undefined for anything we have not written. */
function markOf(request: FastifyRequest): string | undefined {
  const mark = readCookie(request.headers.cookie, browserMarkCookie);
  return mark !== undefined && /^[\w-]{43}$/.test(mark) ? mark : undefined;
}

/** Begun by another site. */
const isForeign = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin';

/** The login page, with why it is shown again; `denial` says more of AUTH.SSO_DENIED. */
function refusalPath(code: string, slug: string, target: string | undefined, denial?: SsoDenial): string {
  const facts = { reason: code, ...(denial === undefined ? {} : { denial }), sso: slug.slice(0, 64) };
  return `/login?${new URLSearchParams({ ...facts, ...(target === undefined ? {} : { next: target }) }).toString()}`;
}

/** Back to where the new proof was asked for, with what became of it. */
function againPath(target: string | undefined, outcome: string, denial?: SsoDenial): string {
  const url = new URL(target ?? '/home', 'http://localhost');
  url.searchParams.set('reauthentication', outcome);
  if (denial !== undefined) url.searchParams.set('denial', denial);
  return url.pathname + url.search;
}
