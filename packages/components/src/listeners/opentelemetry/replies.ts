import { reasonText } from '@acequia/component-sdk/text';
import { rpcStatusBytes } from '@acequia/wire';
import type { Signal } from '../../formats/otlp/signals.ts';
import { WireWriter } from '../../formats/otlp/wire-writer.ts';
import type { Verdict } from './take-request.ts';

/** Senders keep answers in logs, so they are in English, with the code that programs read. */
export const answerText = (code: string): string => `${reasonText(code, 'en').title} (${code}).`;

const rejectedName: Readonly<Record<Signal, string>> = {
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
  traces: 'rejectedSpans',
};

/** The export response: empty, or with `partial_success` when records were refused. */
export function responseBytes(verdict: Verdict): Buffer {
  const writer = new WireWriter();
  if (verdict.code === undefined) return writer.bytes;
  const text = Buffer.from(answerText(verdict.code));
  const partial = writer.begin(1);
  writer.tag(1, 0);
  writer.varint(verdict.rejected);
  const message = writer.begin(2);
  writer.raw(text, 0, text.length);
  writer.end(message);
  writer.end(partial);
  return writer.bytes;
}

export function responseJson(signal: Signal, verdict: Verdict): string {
  if (verdict.code === undefined) return '{}';
  return JSON.stringify({
    partialSuccess: { [rejectedName[signal]]: String(verdict.rejected), errorMessage: answerText(verdict.code) },
  });
}

/** The body of a refusal over HTTP: a `google.rpc.Status` in the encoding of the request. */
export const faultBody = (encoding: 'protobuf' | 'json', status: number, code: string): string | Buffer =>
  encoding === 'json'
    ? JSON.stringify({ code: rpcCode(status), message: answerText(code) })
    : rpcStatusBytes(rpcCode(status), answerText(code));

/** google.rpc.Code for an HTTP status. */
function rpcCode(status: number): number {
  switch (status) {
    case 401:
    case 403:
      return 16;
    case 404:
    case 405:
    case 415:
      return 12;
    case 408:
      return 4;
    case 413:
    case 429:
      return 8;
    case 503:
      return 14;
    default:
      return 3;
  }
}
