import {
  exponentialHistogram,
  exponentialPoint,
  gauge,
  histogram,
  histogramPoint,
  logRecord,
  metric,
  numberPoint,
  requests,
  span,
  sum,
  summary,
  summaryPoint,
  type MessageSpec,
} from './messages.ts';
import type { Signal } from './signals.ts';

/** A message between a request and its records. Everything in it that is no child is shared by the records below. */
export interface Envelope {
  readonly message: MessageSpec;
  /** By field number: a further envelope, or the message of a record (a log record, a span, a data point). */
  readonly children: ReadonlyMap<number, Envelope | MessageSpec>;
}

export const isEnvelope = (child: Envelope | MessageSpec): child is Envelope => 'children' in child;

const envelope = (message: MessageSpec, children: Readonly<Record<number, Envelope | MessageSpec>>): Envelope => ({
  message,
  children: new Map(Object.entries(children).map(([number, child]) => [Number(number), child])),
});

/** Request ▸ resource ▸ scope ▸ records: the same field numbers in all three signals. */
function request(message: MessageSpec, record: Envelope | MessageSpec): Envelope {
  const perResource = message.byNumber[1]!.message();
  const perScope = perResource.byNumber[2]!.message();
  return envelope(message, { 1: envelope(perResource, { 2: envelope(perScope, { 2: record }) }) });
}

export const requestEnvelopes: Readonly<Record<Signal, Envelope>> = {
  logs: request(requests.logs, logRecord),
  traces: request(requests.traces, span),
  metrics: request(
    requests.metrics,
    envelope(metric, {
      5: envelope(gauge, { 1: numberPoint }),
      7: envelope(sum, { 1: numberPoint }),
      9: envelope(histogram, { 1: histogramPoint }),
      10: envelope(exponentialHistogram, { 1: exponentialPoint }),
      11: envelope(summary, { 1: summaryPoint }),
    }),
  ),
};
