import type { FastifyRequest } from 'fastify';

export type OriginOf = (request: FastifyRequest) => string;

/**
 * The console's address for people, without a slash at the end: the one the operator has set, else the one this request came to. A
 * forged host leads nowhere: an identity provider sends browsers only to addresses it was told.
 */
export const createOriginOf =
  (publicUrl: string | undefined): OriginOf =>
  (request) =>
    publicUrl ?? `${request.protocol}://${request.host}`;
