import { AppError, isAppError } from '@acequia/base';

/** How an outgoing connection or request can fail. */
export const wireErrorCodes = [
  'EGRESS_REFUSED',
  'NAME_NOT_FOUND',
  'RESOLVER_FAILED',
  'CONNECT_REFUSED',
  'CONNECT_TIMEOUT',
  'CONNECT_FAILED',
  'TLS_FAILED',
  'CONNECTION_RESET',
  'RESPONSE_TIMEOUT',
  'RESPONSE_TOO_LARGE',
  'RESPONSE_INVALID',
  'REDIRECT_REFUSED',
  'URL_INVALID',
  'ABORTED',
] as const;
export type WireErrorCode = (typeof wireErrorCodes)[number];

export const wireError = (code: WireErrorCode, cause?: unknown, internal?: string): AppError<WireErrorCode> =>
  new AppError<WireErrorCode>(code, { cause, ...(internal === undefined ? {} : { internal }) });

/** Sorts what node's sockets emit into our codes. Ours pass unchanged. */
export function toWireError(error: unknown): AppError<WireErrorCode> {
  const single = error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error;
  if (isAppError(single)) return single as AppError<WireErrorCode>;
  const { code = '', message = '' } = (single ?? {}) as Partial<NodeJS.ErrnoException>;
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return wireError('CONNECT_REFUSED', error, message);
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED')
    return wireError('CONNECTION_RESET', error, message);
  if (code === 'ETIMEDOUT') return wireError('CONNECT_TIMEOUT', error, message);
  if (code === 'ABORT_ERR') return wireError('ABORTED', error, message);
  if (code.startsWith('HPE_')) return wireError('RESPONSE_INVALID', error, message);
  if (/^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OUT_OF_RANGE|HOSTNAME|INVALID_CA|CRL_)/.test(code))
    return wireError('TLS_FAILED', error, message);
  return wireError('CONNECT_FAILED', error, message);
}
