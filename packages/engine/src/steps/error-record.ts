import { eventErrorText, internalSlots, type BatchView, type EventErrorRecord, type Row } from '@acequia/batch';
import { jsonOfText, type Expected } from '@acequia/event';

export interface EventFault {
  readonly code: string;
  readonly message?: string | undefined;
  readonly expected?: Expected | undefined;
  readonly class: EventErrorRecord['class'];
  readonly component: string;
  readonly node: string;
  readonly attempts: number;
  readonly atMs: number;
  readonly detail?: EventErrorRecord['detail'];
}

/** Sets `_error` of an event (catalogue 2.6). */
export function setError(view: BatchView, row: Row, fault: EventFault): void {
  const { code, component, node, attempts } = fault;
  const record: EventErrorRecord = {
    code,
    message: fault.message ?? code,
    ...(fault.expected === undefined ? {} : { expected: fault.expected }),
    class: fault.class,
    component,
    node,
    port: 'default',
    attempts,
    at: new Date(fault.atMs).toISOString(),
    detail: fault.detail ?? {},
  };
  view.set(row, internalSlots.error, jsonOfText(eventErrorText(record)));
}

/** Sets `_error` of all events of the view: refused for good at the node. */
export function refuseAll(view: BatchView, node: { readonly id: string; readonly component: string }, code: string, atMs: number): void {
  for (const row of view.rows.subarray(0, view.count))
    setError(view, row, { code, class: 'reject', component: node.component, node: node.id, attempts: 1, atMs });
}
