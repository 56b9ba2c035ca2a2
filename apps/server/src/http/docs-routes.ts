import { randomBytes } from 'node:crypto';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '@acequia/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from '../modules/auth/sessions.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import { renderReference, type ApiDocument } from './reference-page.ts';
import { contentPolicy } from './security-headers.ts';

/** The OpenAPI document and its reference page; both need a session. */
export function registerDocs(app: FastifyInstance, sessions: Sessions, version: string): void {
  let made: Promise<ApiDocument> | undefined;
  const document = () => (made ??= describeApi(version));
  const known = async (request: FastifyRequest) =>
    (await sessions.find(readCookie(request.headers.cookie, sessionCookie)).catch(() => undefined)) !== undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    if (!(await known(request))) return reply.code(401).send({ code: 'AUTH.REQUIRED' });
    return document();
  });
  app.get('/api/docs', async (request, reply) => {
    if (!(await known(request))) return reply.redirect('/login?next=%2Fapi%2Fdocs', 303);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(renderReference(await document(), nonce));
  });
}

/** OpenAPI 3.1 of every named operation, made from the contract. */
export async function describeApi(version: string): Promise<ApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const made = await generator.generate(contract, { info: { title: 'Acequia', version }, servers: [{ url: '/api/v1' }] });
  return made as unknown as ApiDocument;
}
