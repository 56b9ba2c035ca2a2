import { Misconfigured, Reject, Retry, type DeliveryDetail, type DeliveryError } from '@acequia/component-sdk/runtime';

/** What an HTTP answer means for a batch (catalogue 8.2). */
export type AnswerClass = 'delivered' | 'retry' | 'reject' | 'halve' | 'misconfigured';

export interface AnswerRules {
  readonly okStatuses: ReadonlySet<number>;
  readonly retryStatuses: ReadonlySet<number>;
  readonly rejectStatuses: ReadonlySet<number>;
  /** The address is the same for every event; then an unknown one is a fault of the configuration, not of the event. */
  readonly fixedUrl: boolean;
}

const rejected = new Set([400, 406, 409, 411, 414, 415, 422, 431]);
const misconfigured = new Set([401, 403, 407, 501, 505]);
const unknownPlace = new Set([404, 405, 410]);

/** The user's overrides win; then the table of catalogue 8.2. Statuses below 200 or 3xx are never followed here. */
export function classifyAnswer(status: number, rules: AnswerRules): AnswerClass {
  if (rules.okStatuses.has(status)) return 'delivered';
  if (rules.retryStatuses.has(status)) return 'retry';
  if (rules.rejectStatuses.has(status)) return 'reject';
  if (status >= 200 && status < 300) return 'delivered';
  if (status < 400) return 'misconfigured';
  if (status === 413) return 'halve';
  if (status === 408 || status === 425 || status === 429) return 'retry';
  if (misconfigured.has(status)) return 'misconfigured';
  if (unknownPlace.has(status)) return rules.fixedUrl ? 'misconfigured' : 'reject';
  if (rejected.has(status)) return 'reject';
  return status < 500 ? 'reject' : 'retry';
}

/** The longest wait a server may ask for. */
const waitMaxMs = 60 * 60 * 1000;

/** `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3) → ms from now, at most one hour; undefined when absent or unreadable. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, waitMaxMs);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), waitMaxMs);
}

/** The error a refused batch ends with. `count` is the number of its records. */
export function answerError(
  kind: Exclude<AnswerClass, 'delivered'>,
  answer: {
    readonly status: number;
    /** Without what was sent in secret. */
    readonly response: string;
    /** What people are told of it. */
    readonly told: string | undefined;
    readonly retryAfter: string | undefined;
  },
  count: number,
  nowMs: number,
): DeliveryError {
  const code = `HTTP_${answer.status}`;
  const detail: DeliveryDetail = {
    status: answer.status,
    response: answer.response.slice(0, 2048),
    ...(answer.told === undefined ? {} : { message: answer.told }),
  };
  switch (kind) {
    case 'retry': {
      const waitMs = retryAfterMs(answer.retryAfter, nowMs);
      return new Retry(code, waitMs === undefined ? detail : { ...detail, waitMs });
    }
    case 'reject':
      return new Reject(code, 'all', detail);
    case 'halve':
      return count === 1 ? new Reject('DELIVERY_TOO_LARGE', [0], detail) : new Reject(code, 'all', detail);
    case 'misconfigured':
      return new Misconfigured(code, detail);
  }
}
