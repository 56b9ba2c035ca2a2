import type { Expected } from '@acequia/event';

/**
 * The four ways a runtime's call ends badly (catalogue 2.5). The engine decides what follows; a runtime never retries or
 * sleeps by itself (one exception: syslog's resilient form, which must know when to give up). `code` is stable upper snake case; `detail` goes to the error record.
 */
export abstract class DeliveryError extends Error {
  abstract readonly outcome: 'retry' | 'reject' | 'disconnected' | 'misconfigured';
  readonly code: string;
  readonly detail: DeliveryDetail;
  constructor(code: string, detail: DeliveryDetail = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.detail = detail;
  }
}

export interface DeliveryDetail {
  readonly status?: number;
  /** ≤ 2 KiB of the peer's answer. */
  readonly response?: string;
  readonly message?: string;
  /** What a value that goes into the record should have been. */
  readonly expected?: Expected;
}

/** A passing fault: the same batch again, after `waitMs` when the peer named a wait. `planned`: somebody asked for it, and nobody need look. */
export class Retry extends DeliveryError {
  override readonly name = 'Retry';
  readonly outcome = 'retry';
  readonly waitMs: number | undefined;
  readonly planned: boolean;
  constructor(code: string, options: DeliveryDetail & { readonly waitMs?: number; readonly planned?: boolean } = {}, cause?: unknown) {
    super(code, options, cause);
    this.waitMs = options.waitMs;
    this.planned = options.planned ?? false;
  }
}

/** These records (indices into the batch) will never be accepted; `all` without naming the culprit makes the engine halve. */
export class Reject extends DeliveryError {
  override readonly name = 'Reject';
  readonly outcome = 'reject';
  readonly records: readonly number[] | 'all';
  constructor(code: string, records: readonly number[] | 'all', detail: DeliveryDetail = {}, cause?: unknown) {
    super(code, detail, cause);
    this.records = records;
  }
}

/** The connection is lost: close, open again with back-off, send the unproven batch again. */
export class Disconnected extends DeliveryError {
  override readonly name = 'Disconnected';
  readonly outcome = 'disconnected';
}

/** A person must act; events wait. */
export class Misconfigured extends DeliveryError {
  override readonly name = 'Misconfigured';
  readonly outcome = 'misconfigured';
}
