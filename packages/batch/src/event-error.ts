import type { Expected } from '@acequia/event';

/** The record `_error` (catalogue 2.6). */
export interface EventErrorRecord {
  readonly code: string;
  /** A value, a name, or what another program said; the code where there is none. */
  readonly message: string;
  /** What the text or value should have been. */
  readonly expected?: Expected;
  readonly class: 'reject' | 'retry' | 'disconnected' | 'misconfigured' | 'crash';
  /** Id of the component, e.g. `syslog`. */
  readonly component: string;
  /** Id of the node, or of the listener. */
  readonly node: string;
  readonly port: string;
  readonly attempts: number;
  /** RFC 3339. */
  readonly at: string;
  readonly detail: { readonly status?: number; readonly response?: string; readonly offset?: number };
}

const responseCharsMax = 2048;

/** The record's JSON text, its response cut to 2 KiB. */
export function eventErrorText(record: EventErrorRecord): string {
  const response = record.detail.response;
  if (response === undefined || response.length <= responseCharsMax) return JSON.stringify(record);
  return JSON.stringify({ ...record, detail: { ...record.detail, response: response.slice(0, responseCharsMax) } });
}
