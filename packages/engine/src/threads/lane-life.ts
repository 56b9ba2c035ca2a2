import { MessageChannel, type TransferListItem } from 'node:worker_threads';
import type { Clock, Log } from '@acequia/base';
import { serveStreams, type Journal, type StreamsServer } from '@acequia/journal';
import type { LaneLook } from '../apply/lane-link.ts';
import type { BlockPool } from '../intake/block-pool.ts';
import type { Place } from '../poison/step-slot.ts';
import type { TryBlock } from '../poison/trial-protocol.ts';
import type { SampleRecord } from '../status.ts';
import type { BeginThread, LaneThread } from './begin-thread.ts';
import { BlockLender } from './block-lender.ts';
import type { LaneNews, LaneOrder, LaneStart } from './messages.ts';

export interface LaneLifeOptions {
  readonly start: Omit<LaneStart, 'journal' | 'generation' | 'logNumber' | 'hung'>;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly blocks: BlockPool;
  readonly begin: BeginThread;
  /** Asked of only when there are `start.crashes`. */
  readonly tryBlock: TryBlock | undefined;
  onLook(look: LaneLook): void;
  onCommitted(cursors: ReadonlyMap<string, number>, holds: ReadonlyMap<string, number>): void;
  onSamples(pipelineId: string, node: string, records: readonly SampleRecord[]): void;
  /** The thread has ended, all it asked of the journal has been done, and its calls have failed. */
  onEnd(reason: unknown): void;
}

type Call = Extract<LaneOrder, { call: number }>;
type CallWithoutNumber = Call extends infer One ? (One extends Call ? Omit<One, 'call'> : never) : never;

/** The lane's thread ended before it answered. */
export class LaneDied extends Error {
  override readonly name = 'LaneDied';
}

/** The watch over the lane's thread has ended it, at a place or just after one. */
export class LaneHung extends Error {
  override readonly name = 'LaneHung';
  readonly place: Place | undefined;

  constructor(place: Place | undefined) {
    super('a step does not come back');
    this.place = place;
  }
}

/** One life of a lane's thread: from its start to its end, whoever ends it. */
export class LaneLife {
  /** Streams and keys the thread is told of. */
  readonly journal: StreamsServer;
  readonly ended: Promise<void>;
  readonly #o: LaneLifeOptions;
  readonly #thread: LaneThread;
  readonly #lender: BlockLender;
  readonly #calls = new Map<number, { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }>();
  readonly #waits = new Map<number, (delivered: boolean) => void>();
  readonly #trials = new Map<number, AbortController>();
  #count = 0;
  #dead = false;

  constructor(options: LaneLifeOptions) {
    this.#o = options;
    const watch = options.start.crashes ? new MessageChannel() : undefined;
    const { generation, logNumber } = options.journal;
    const start = { ...options.start, generation, logNumber, hung: watch?.port2 };
    const { thread, journal } = options.begin(start, watch ? [watch.port2] : []);
    this.journal = serveStreams(options.journal, journal, options.clock);
    journal.unref();
    this.#thread = thread;
    thread.unref();
    this.#lender = new BlockLender(options.blocks, options.start.limits.ringBytes, (order, transfer) => this.post(order, transfer));
    thread.on('message', (news: LaneNews) => this.#hear(news));
    let reason: unknown = 'the thread has ended';
    thread.on('error', (error) => (reason = error));
    watch?.port1.on('message', (place: Place | undefined) => {
      reason = new LaneHung(place);
      void this.kill();
    });
    watch?.port1.unref();
    this.ended = new Promise((resolve) => {
      thread.on('exit', () => {
        this.#dead = true;
        watch?.port1.close();
        for (const trial of this.#trials.values()) trial.abort(new LaneDied('the thread has ended'));
        void this.journal.ended.then(() => {
          this.#end(reason);
          resolve();
        });
      });
    });
  }

  /** Rejects with `LaneDied`, or with what the lane says went wrong. */
  call(order: CallWithoutNumber): Promise<unknown> {
    const call = ++this.#count;
    return new Promise((resolve, reject) => {
      if (this.#dead) {
        reject(new LaneDied('the thread has ended'));
        return;
      }
      this.#calls.set(call, { resolve, reject });
      this.#thread.ref();
      this.post({ ...order, call } as Call);
    });
  }

  post(order: LaneOrder, transfer: readonly TransferListItem[] = []): void {
    if (!this.#dead) this.#thread.postMessage(order, transfer);
  }

  get lender(): BlockLender {
    return this.#lender;
  }

  whenDelivered(listenerId: string, from: number, to: number, done: (delivered: boolean) => void): () => void {
    const wait = ++this.#count;
    this.#waits.set(wait, done);
    this.post({ kind: 'when-delivered', listenerId, from, to, wait });
    return () => {
      if (this.#waits.delete(wait)) this.post({ kind: 'wait-no-longer', wait });
    };
  }

  /** Ends the thread whatever it does. */
  async kill(): Promise<void> {
    await this.#thread.terminate();
    await this.ended;
  }

  #hear(news: LaneNews): void {
    switch (news.kind) {
      case 'done':
        this.#o.onLook(news.look);
        this.#answered(news.call)?.resolve(news.result);
        return;
      case 'failed':
        this.#o.onLook(news.look);
        this.#answered(news.call)?.reject(new Error(news.message));
        return;
      case 'look':
        this.#o.onLook(news.look);
        return;
      case 'committed':
        this.#o.onCommitted(news.cursors, news.holds);
        return;
      case 'settled':
        this.#settled(news.wait, news.delivered);
        return;
      case 'returned':
        this.#lender.takeBack(news);
        return;
      case 'samples':
        this.#o.onSamples(news.pipelineId, news.node, news.records);
        return;
      case 'try':
        this.#try(news);
        return;
      case 'try-no-longer':
        this.#trials.get(news.trial)?.abort(new Error('the lane does not wait for it any more'));
        return;
      case 'log':
        this.#o.log[news.level](news.fields, news.text);
    }
  }

  /** Its process belongs to this thread, which is there to notice its end when the lane's has died. */
  #try({ trial, case: tried }: Extract<LaneNews, { kind: 'try' }>): void {
    const stop = new AbortController();
    this.#trials.set(trial, stop);
    this.#o.tryBlock?.(tried, stop.signal).then(
      (guilty) => this.#tried({ kind: 'tried', trial, guilty }),
      (error: unknown) => this.#tried({ kind: 'not-tried', trial, reason: error instanceof Error ? error.message : String(error) }),
    );
  }

  #tried(answer: Extract<LaneOrder, { trial: number }>): void {
    this.#trials.delete(answer.trial);
    this.post(answer);
  }

  #settled(wait: number, delivered: boolean): void {
    const done = this.#waits.get(wait);
    this.#waits.delete(wait);
    done?.(delivered);
  }

  #answered(call: number) {
    const waiting = this.#calls.get(call);
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#thread.unref();
    return waiting;
  }

  #end(reason: unknown): void {
    this.#lender.end();
    for (const wait of this.#waits.keys()) this.#settled(wait, false);
    for (const { reject } of this.#calls.values()) reject(new LaneDied('the thread has ended', { cause: reason }));
    this.#calls.clear();
    this.#o.onEnd(reason);
  }
}
