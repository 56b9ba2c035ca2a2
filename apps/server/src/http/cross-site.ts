import { AppError } from '@acequia/base';
import type { FastifyRequest } from 'fastify';

/** A header no form and no simple request can carry; the console sends it with each call. */
export const ownHeader = 'x-acequia';

/** Refuses what another site made the browser send (quality.md 3.5.1): own header, same site by Sec-Fetch-Site and Origin, JSON only. */
export function assertOwnSite(request: FastifyRequest): void {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('ACQ-CROSS-SITE');
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (headers[ownHeader] === undefined) throw new AppError('ACQ-CROSS-SITE', { internal: `header ${ownHeader} missing` });
  if (headers.origin !== undefined && hostOf(headers.origin) !== request.host)
    throw new AppError('ACQ-CROSS-SITE', { internal: 'foreign origin' });
  const type = headers['content-type'];
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new AppError('ACQ-CROSS-SITE', { internal: 'not JSON' });
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}
