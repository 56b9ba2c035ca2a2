export interface AppErrorOptions {
  /** What went wrong underneath; kept for logs, never shown to a user. */
  readonly cause?: unknown;
  /** Text for operators; never leaves the process that made it. */
  readonly internal?: string;
  /** Values the user-facing text may name, and per-field faults (`fields.email = "invalid"`). */
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** An expected failure. Callers compare `code`, never `message`. */
export class AppError<Code extends string = string> extends Error {
  override readonly name = 'AppError';
  readonly code: Code;
  readonly internal: string | undefined;
  readonly fields: Readonly<Record<string, string | number>>;

  constructor(code: Code, options: AppErrorOptions = {}) {
    super(options.internal === undefined ? code : `${code}: ${options.internal}`, { cause: options.cause });
    this.code = code;
    this.internal = options.internal;
    this.fields = options.fields ?? {};
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}
