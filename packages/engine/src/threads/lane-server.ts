import type { Clock } from '@acequia/base';
import type { RemoteStreams } from '@acequia/journal';
import type { LaneEvents, LaneLink, LaneLook } from '../apply/lane-link.ts';
import { recordsOf } from '../commit/lane-records.ts';
import { lookEveryMs } from '../limits.ts';
import type { AskedTrials } from './asked-trials.ts';
import type { HeldValues } from './held-values.ts';
import type { LentBlocks } from './lent-blocks.ts';
import type { LaneNews, LaneOrder } from './messages.ts';

/** Where a lane's orders come from and its news go to: a `MessagePort`, or what does as one does. */
export interface LanePort {
  on(event: 'message', listener: (order: LaneOrder) => void): unknown;
  postMessage(news: LaneNews): void;
}

export interface LaneServerOptions {
  readonly port: LanePort;
  readonly journal: RemoteStreams;
  readonly held: HeldValues;
  readonly blocks: LentBlocks;
  readonly trials: AskedTrials;
  readonly clock: Clock;
}

/** In a lane's thread: turns orders into calls of the lane, and what it tells into news. */
export class LaneServer implements LaneEvents {
  readonly #o: LaneServerOptions;
  #lane: LaneLink | undefined;
  /** As last told. */
  #look = '';
  #looking = false;
  /** Cancellations of the waits for deliveries. */
  readonly #waits = new Map<number, () => void>();

  constructor(options: LaneServerOptions) {
    this.#o = options;
  }

  /** From now on orders are taken; those that came before have waited. */
  open(lane: LaneLink): void {
    this.#lane = lane;
    this.#o.port.on('message', (order: LaneOrder) => this.#take(lane, order));
    this.#lookLater();
  }

  onStatus(): void {
    if (this.#looking) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      this.#tellLook();
    });
  }

  onCommitted(cursors: ReadonlyMap<string, number>, holds: ReadonlyMap<string, number>): void {
    this.#post({ kind: 'committed', cursors, holds });
  }

  async #release(lane: LaneLink, listenerIds: readonly string[], pipelineIds: readonly string[]): Promise<void> {
    await lane.release(listenerIds, pipelineIds);
    this.#o.journal.letGo(recordsOf(this.#o.journal, new Set(listenerIds)));
  }

  #take(lane: LaneLink, order: LaneOrder): void {
    switch (order.kind) {
      case 'apply':
        this.#o.journal.adopt(order.records);
        this.#o.held.replace(order.holdings);
        this.#answer(lane, order.call, lane.apply(order.share));
        return;
      case 'release':
        this.#answer(lane, order.call, this.#release(lane, order.listenerIds, order.pipelineIds));
        return;
      case 'secrets':
        this.#o.held.replace(order.holdings);
        this.#answer(lane, order.call, lane.secretsChanged());
        return;
      case 'attempts':
        this.#answer(lane, order.call, lane.attempts(order.pipelineId, order.node));
        return;
      case 'drain':
        this.#answer(lane, order.call, lane.drain(order.deadlineMs));
        return;
      case 'stop':
        this.#answer(lane, order.call, lane.stop(order.deadlineMs));
        return;
      case 'block': {
        const { block } = order;
        this.#o.journal.grown(block.stream, block.block + 1, block.bytes.length);
        this.#o.blocks.take(block, order.memory);
        lane.put(order.listenerId, block);
        return;
      }
      case 'arrived':
        this.#o.journal.grown(order.stream, order.head, order.bytes);
        lane.arrived(order.stream, order.head);
        return;
      case 'when-delivered':
        this.#whenDelivered(lane, order);
        return;
      case 'wait-no-longer':
        this.#waits.get(order.wait)?.();
        this.#waits.delete(order.wait);
        return;
      case 'empty':
        lane.empty(order.listenerId, order.count);
        return;
      case 'lookups':
        this.#o.held.replaceLookups(order.lookups);
        return;
      case 'told':
        lane.told(order.ledgers);
        return;
      case 'retry':
        lane.retryNow(order.pipelineId, order.node);
        return;
      case 'tried':
      case 'not-tried':
        this.#o.trials.answered(order);
        return;
      case 'samples': {
        const { pipelineId, node } = order;
        this.#post({ kind: 'samples', pipelineId, node, records: lane.samples(pipelineId, node) });
      }
    }
  }

  #whenDelivered(lane: LaneLink, { listenerId, from, to, wait }: Extract<LaneOrder, { kind: 'when-delivered' }>): void {
    let settled = false;
    const cancel = lane.whenDelivered(listenerId, from, to, (delivered) => {
      settled = true;
      this.#waits.delete(wait);
      this.#post({ kind: 'settled', wait, delivered });
    });
    if (!settled) this.#waits.set(wait, cancel);
  }

  #answer(lane: LaneLink, call: number, work: Promise<unknown>): void {
    const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
    work.then(
      (result) => this.#post({ kind: 'done', call, result, look: this.#lookToTell(lane) }),
      (error: unknown) => this.#post({ kind: 'failed', call, message: messageOf(error), look: this.#lookToTell(lane) }),
    );
  }

  /** What is told with the news that is posted next. */
  #lookToTell(lane: LaneLink): LaneLook {
    const look = lane.look();
    this.#look = JSON.stringify(look);
    return look;
  }

  /** Figures change without a word: they are told when they have, as often as somebody might look. */
  #lookLater(): void {
    this.#o.clock.after(lookEveryMs, () => {
      this.#tellLook();
      this.#lookLater();
    });
  }

  #tellLook(): void {
    const before = this.#look;
    const look = this.#lane && this.#lookToTell(this.#lane);
    if (look && this.#look !== before) this.#post({ kind: 'look', look });
  }

  #post(news: LaneNews): void {
    this.#o.port.postMessage(news);
  }
}
