import { isAppError, type Log } from '@acequia/base';
import { errorCodes, type ErrorCode } from '@acequia/contract';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { onError, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../modules/auth/sessions.ts';
import { clearSiteData, noSessionCookie, readCookie, sessionCookie, writeSessionCookie } from './cookies.ts';
import type { AppRouter } from '../build-router.ts';
import { assertOwnSite } from './cross-site.ts';
import type { createGuard } from './guard.ts';
import type { RequestContext } from './request-context.ts';

export interface ApiDeps {
  readonly router: AppRouter;
  readonly guard: ReturnType<typeof createGuard>;
  readonly sessions: Sessions;
  readonly log: Log;
  readonly context: Pick<RequestContext, 'database' | 'clock' | 'committed'>;
}

/** quality.md, API4: requests are small; uploads will have routes of their own. */
const bodyMax = 1024 * 1024;
/** Proxies cut quiet streams; the browser side wakes up too. */
const keepAliveMs = 5000;

/** The contract over HTTP, twice: `/rpc` for the console, `/api/v1` as OpenAPI for everyone else. */
export function registerApi(app: FastifyInstance, { router, guard, sessions, log, context }: ApiDeps): void {
  const keepAlive = { eventIteratorKeepAliveEnabled: true, eventIteratorKeepAliveInterval: keepAliveMs };
  // Each handler's plugins add to the lists they are given, so each gets lists of its own.
  const rpc = new RPCHandler<RequestContext>(router, {
    ...keepAlive,
    interceptors: [onError((error) => logUnexpected(error, log))],
    clientInterceptors: [guard],
    strictGetMethodPluginEnabled: true,
  });
  const openApi = new OpenAPIHandler<RequestContext>(router, {
    ...keepAlive,
    interceptors: [onError((error) => logUnexpected(error, log))],
    clientInterceptors: [guard],
  });
  app.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyMax }, (_request, body, done) => readBody(body, done));
    api.setErrorHandler((error, request, reply) => refuse(request, reply, error, log));
    const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> => {
      const setSessionCookie = (value: string) => void reply.removeHeader('set-cookie').header('set-cookie', writeSessionCookie(value));
      const { session, fault, renewed } = await admit(request, sessions);
      if (renewed !== undefined) setSessionCookie(renewed);
      const leave = () =>
        void reply.removeHeader('set-cookie').headers({ 'set-cookie': noSessionCookie, 'clear-site-data': clearSiteData });
      return { ...context, ip: request.ip, session, fault, setSessionCookie, leave };
    };
    api.all('/rpc/*', async (request, reply) => {
      const { matched } = await rpc.handle(request, reply, { prefix: '/rpc', context: await contextOf(request, reply) });
      if (!matched) return reply.code(404).send({ code: 'ACQ-NOT-FOUND' });
      return reply;
    });
    api.all('/api/v1/*', async (request, reply) => {
      // What takes no input is called without a body.
      request.body ??= {};
      const { matched } = await openApi.handle(request, reply, { prefix: '/api/v1', context: await contextOf(request, reply) });
      if (!matched) return reply.code(404).send({ code: 'ACQ-NOT-FOUND' });
      return reply;
    });
  });
}

/** What fails around an operation (reading or writing its HTTP form) is a defect of ours and must be seen. */
function logUnexpected(error: unknown, log: Log): void {
  if (!(error instanceof ORPCError)) log.error({ error }, 'an answer could not be made');
}

/** The session of the cookie, or why there is none; another site's request gets none whatever its cookie. */
async function admit(
  request: FastifyRequest,
  sessions: Sessions,
): Promise<Pick<RequestContext, 'session' | 'fault'> & { readonly renewed: string | undefined }> {
  try {
    assertOwnSite(request);
    const admission = await sessions.admit(readCookie(request.headers.cookie, sessionCookie));
    return { session: admission?.session, renewed: admission?.renewed, fault: undefined };
  } catch (error) {
    if (isAppError(error)) return { session: undefined, renewed: undefined, fault: error };
    throw error;
  }
}

function readBody(body: string | Buffer, done: (error: Error | null, body?: unknown) => void): void {
  const text = body.toString();
  try {
    done(null, text === '' ? undefined : JSON.parse(text));
  } catch (error) {
    done(Object.assign(error as Error, { statusCode: 400 }));
  }
}

/** For what fails before an operation is found: a body that is no JSON, or too large. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, log: Log): void {
  const statusCode = (error as { readonly statusCode?: number }).statusCode ?? 500;
  const code: ErrorCode = statusCode === 413 ? 'ACQ-TOO-LARGE' : statusCode < 500 ? 'WEB-00022' : 'WEB-00000';
  if (code === 'WEB-00000') log.error({ error }, 'a request failed unexpectedly');
  const { status } = errorCodes[code];
  const body = { defined: true, code, status, message: code, data: { fields: {} } };
  void reply.code(status).send(request.url.startsWith('/rpc/') ? { json: body } : body);
}
