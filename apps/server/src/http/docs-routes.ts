import { randomBytes } from 'node:crypto';
import { AppError, type Log } from '@acequia/base';
import type { FastifyInstance } from 'fastify';
import { recognise, type AdmissionDeps } from './admission.ts';
import { describeApi, type ApiDocument } from './describe-api.ts';
import { renderReference } from './reference-page.ts';
import { contentPolicy } from './security-headers.ts';
import { refuse } from './wire-error.ts';

/** The OpenAPI document and its reference page, for people with a session and for programs with an API key. */
export function registerDocs(app: FastifyInstance, admission: AdmissionDeps, version: string, log: Log): void {
  let made: Promise<ApiDocument> | undefined;
  const document = () => (made ??= describeApi(version));
  app.get('/api/openapi.json', async (request, reply) => {
    if (!(await recognise(request, admission))) return refuse(reply, new AppError('AUTH.REQUIRED'), log);
    return document();
  });
  app.get('/api/docs', async (request, reply) => {
    if (!(await recognise(request, admission))) return reply.redirect('/login?next=%2Fapi%2Fdocs', 303);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(renderReference(await document(), nonce));
  });
}
