import { MessageChannel, Worker, type TransferListItem } from 'node:worker_threads';
import type { StreamsPort, StreamsRequest } from '@acequia/journal';
import type { LaneNews, LaneOrder, LaneStart } from './messages.ts';

/** A `Worker` with a lane, as its life sees it, or what does as one does. */
export interface LaneThread {
  on(event: 'message', listener: (news: LaneNews) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(order: LaneOrder, transfer?: readonly TransferListItem[]): void;
  /** Ends it whatever it does. */
  terminate(): Promise<unknown>;
  ref(): void;
  unref(): void;
}

export interface BegunThread {
  readonly thread: LaneThread;
  /** Where it asks for streams of the journal; closed when it has ended. */
  readonly journal: StreamsPort<StreamsRequest> & { unref(): void };
}

export type BeginThread = (start: Omit<LaneStart, 'journal'>, transfer: readonly TransferListItem[]) => BegunThread;

export const beginThread: BeginThread = (start, transfer) => {
  const { port1, port2 } = new MessageChannel();
  const workerData: LaneStart = { ...start, journal: port2 };
  const thread = new Worker(new URL('./lane-thread.ts', import.meta.url), { workerData, transferList: [port2, ...transfer] });
  return { thread, journal: port1 };
};
