import type { TransferListItem } from 'node:worker_threads';
import type { AppendGroup, AppendReceipt, CommitValue, Position, StoredBlock, StreamName, StreamSpan, StreamUsage } from '../journal.ts';

/** What passes over the port between streams used on another thread and the journal that holds them. */

/** One end of the port: a `MessagePort`, or what does as one does. */
export interface StreamsPort<Heard extends StreamsRequest | StreamsReply> {
  on(event: 'message' | 'close', listener: (message: Heard) => void): unknown;
  postMessage(message: unknown, transfer?: readonly TransferListItem[]): void;
}

/** A copy of what the other thread answers without asking. */
export interface StreamsSnapshot {
  readonly generation: number;
  readonly logNumber: number;
  readonly usages: readonly (readonly [StreamName, StreamUsage])[];
  readonly commits: readonly (readonly [string, CommitValue])[];
}

/** Taken in the order in which they were sent. Those with a number are answered. */
export type StreamsRequest =
  | { readonly kind: 'append'; readonly call: number; readonly group: AppendGroup }
  | { readonly kind: 'read'; readonly call: number; readonly stream: StreamName; readonly from: Position; readonly maxBytes: number }
  | { readonly kind: 'span'; readonly call: number; readonly stream: StreamName; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: 'commit'; readonly call: number; readonly changes: ReadonlyMap<string, CommitValue | null> }
  | { readonly kind: 'trim'; readonly stream: StreamName; readonly before: Position }
  | { readonly kind: 'drop'; readonly stream: StreamName };

export type StreamsReply =
  | { readonly call: number; readonly ok: true; readonly result: StreamsResult; readonly usages: StreamsSnapshot['usages'] }
  | { readonly call: number; readonly ok: false; readonly name: string; readonly message: string };

/** Of an append, a read, a span, a commit. */
export type StreamsResult = AppendReceipt | readonly StoredBlock[] | StreamSpan | undefined;
