import type { FastifyInstance } from 'fastify';

/** Source lists of the page's own policy; `nonce` is new with each page, `reports` the origin the operator lets the console report its errors to. The console makes the one policy `default`: no text becomes HTML or a script. */
export const contentPolicy = (nonce: string, reports?: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${reports === undefined ? '' : ` ${reports}`}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** For everything that is no page. */
const strictPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const hstsYear = 'max-age=31536000; includeSubDomains';

/** quality.md 2.4 and 3.4. */
export const securityHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': strictPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  'cache-control': 'no-store',
  ...(secure ? { 'strict-transport-security': hstsYear } : {}),
});

/** On every answer, also on errors. */
export function registerSecurityHeaders(app: FastifyInstance, secure: (protocol: string) => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(secure(request.protocol)));
  });
}
