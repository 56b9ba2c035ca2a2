/**
 * A refused or failed operation. `code` is one of the contract's, or one of ours for what never reached the server:
 * `NETWORK` (no answer) and `ABORTED`.
 */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly code: string;
  /** Values the text names, and faults by field path. */
  readonly fields: Readonly<Record<string, string | number>>;
  constructor(code: string, fields: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.fields = fields;
  }
}

/** Whatever was thrown, as an `OperationError`. */
export function toOperationError(error: unknown): OperationError {
  if (error instanceof OperationError) return error;
  // The client wraps what broke while it read the answer.
  if (error instanceof Error && error.cause instanceof OperationError) return error.cause;
  if (error instanceof DOMException && error.name === 'AbortError') return new OperationError('ABORTED', {}, error);
  if (isCoded(error)) {
    const fields = isFields(error.data) ? error.data.fields : {};
    return new OperationError(error.code, fields, error);
  }
  return new OperationError('WEB-00000', {}, error);
}

/** Whether there is no (whole) session any more and the user must log in again, or complete the login; not where another session took its place. */
export const isSessionOver = ({ code, fields }: OperationError): boolean =>
  ['AUTH.REQUIRED', 'AUTH.EXPIRED', 'AUTH.MFA_STEP'].includes(code) && fields['reason'] !== 'moved';

interface Coded {
  readonly code: string;
  readonly data?: unknown;
}

/** Codes the transport gives when the server answered something that is not ours (a proxy's page, an unknown route). */
const foreignCodes = new Set(['INTERNAL_SERVER_ERROR', 'MALFORMED_ORPC_ERROR_RESPONSE']);

function isCoded(error: unknown): error is Coded {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    !foreignCodes.has(error.code) &&
    !(error instanceof DOMException)
  );
}

function isFields(data: unknown): data is { readonly fields: Readonly<Record<string, string | number>> } {
  return typeof data === 'object' && data !== null && 'fields' in data && typeof data.fields === 'object' && data.fields !== null;
}
