import { AppError, type Log } from '@acequia/base';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { onError, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, type Admission, type AdmissionDeps } from './admission.ts';
import { clearSiteData, deviceCookie, noSessionCookie, readCookie, writeDeviceCookie, writeSessionCookie } from './cookies.ts';
import type { AppRouter } from '../build-router.ts';
import type { EventStreams } from './event-streams.ts';
import type { createGuard } from './guard.ts';
import type { OriginOf } from './origin.ts';
import type { RequestContext } from './request-context.ts';
import { refuse, refusedBody } from './wire-error.ts';

export interface ApiDeps {
  readonly router: AppRouter;
  readonly guard: ReturnType<typeof createGuard>;
  readonly admission: AdmissionDeps;
  readonly log: Log;
  readonly originOf: OriginOf;
  readonly streams: EventStreams;
  readonly context: Pick<RequestContext, 'database' | 'clock' | 'contentReads' | 'committed'>;
}

/** quality.md, API4: requests are small; uploads will have routes of their own. */
const bodyMax = 1024 * 1024;
/** Proxies cut quiet streams; the browser side wakes up too. */
const keepAliveMs = 5000;

/** The contract over HTTP, twice: `/rpc` for the console, `/api/v1` as OpenAPI for everyone else. */
export function registerApi(app: FastifyInstance, { router, guard, admission, log, originOf, streams, context }: ApiDeps): void {
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
    const contextOf = (request: FastifyRequest, reply: FastifyReply, { session, fault, lasting, renewed }: Admission): RequestContext => {
      const setSessionCookie = (value: string) => void reply.removeHeader('set-cookie').header('set-cookie', writeSessionCookie(value));
      const setDeviceCookie = (value: string) => void reply.header('set-cookie', writeDeviceCookie(value));
      if (renewed !== undefined) setSessionCookie(renewed);
      const leave = () =>
        void reply.removeHeader('set-cookie').headers({ 'set-cookie': noSessionCookie, 'clear-site-data': clearSiteData });
      const retryAfter = (seconds: number) => void reply.header('retry-after', String(seconds));
      return {
        ...context,
        ip: request.ip,
        device: readCookie(request.headers.cookie, deviceCookie),
        origin: originOf(request),
        session,
        lasting,
        fault,
        setSessionCookie,
        setDeviceCookie,
        retryAfter,
        openStream: (of) => streams.open(of, reply.raw),
        leave,
      };
    };
    api.all('/rpc/*', async (request, reply) => {
      const { matched } = await rpc.handle(request, reply, {
        prefix: '/rpc',
        context: contextOf(request, reply, await admit(request, admission, false)),
      });
      if (!matched) return refuse(reply, new AppError('ACQ-NOT-FOUND'), log);
      return reply;
    });
    api.all('/api/v1/*', async (request, reply) => {
      // What takes no input is called without a body.
      request.body ??= {};
      // Beside what the address holds, a body that is no object would be passed over.
      if (typeof request.body !== 'object' || Array.isArray(request.body)) return refuse(reply, refusedBody('invalid_type'), log);
      const { matched } = await openApi.handle(request, reply, {
        prefix: '/api/v1',
        context: contextOf(request, reply, await admit(request, admission, true)),
      });
      if (!matched) return refuse(reply, new AppError('ACQ-NOT-FOUND'), log);
      return reply;
    });
  });
}

/** What fails around an operation (reading or writing its HTTP form) is a defect of ours and must be seen. */
function logUnexpected(error: unknown, log: Log): void {
  if (!(error instanceof ORPCError)) log.error({ error }, 'an answer could not be made');
}

function readBody(body: string | Buffer, done: (error: Error | null, body?: unknown) => void): void {
  const text = body.toString();
  try {
    done(null, text === '' ? undefined : JSON.parse(text));
  } catch (error) {
    done(refusedBody('invalid_format', error));
  }
}
