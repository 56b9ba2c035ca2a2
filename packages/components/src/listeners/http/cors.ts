import type { IncomingMessage } from 'node:http';
import type { HttpConfig } from './config.ts';

/** Cross-origin rules for web pages that send (Fetch standard, CORS protocol). */
export function createCors(config: HttpConfig) {
  const allowed = new Set(config.cors);
  return {
    headers(request: IncomingMessage): Record<string, string> {
      const { origin } = request.headers;
      if (allowed.size === 0 || origin === undefined || !(allowed.has('*') || allowed.has(origin))) return {};
      return { 'access-control-allow-origin': origin, vary: 'Origin' };
    },
    isPreflight: (request: IncomingMessage) => allowed.size > 0 && request.headers['access-control-request-method'] !== undefined,
    preflight: (request: IncomingMessage): Record<string, string> => ({
      'access-control-allow-methods': config.methods.join(', '),
      'access-control-allow-headers': String(request.headers['access-control-request-headers'] ?? 'content-type'),
      'access-control-max-age': '600',
    }),
  };
}
