import { causeOf, Episode, senderOf, type Clock, type Log, type Sender } from '@acequia/base';
import { frameFlags, type FrameMeta } from '@acequia/batch';
import { IntakeBusy, type IntakeBody, type IntakeReceipt } from '@acequia/component-sdk/runtime';
import type { AppendReceipt, BlockInput, Durability, Journal, StoredBlock } from '@acequia/journal';
import { blockBytes, pendingHardBytes, pendingSoftBytes, rejectedBytes } from '../limits.ts';
import type { IntakeSettings } from './intake-settings.ts';
import { Acknowledgement } from './acknowledgement.ts';
import type { BlockPool } from './block-pool.ts';
import type { DatagramBudget } from './datagram-budget.ts';
import { OpenBlock } from './open-block.ts';
import { rejectCodeAttribute } from './meta-dictionary.ts';

export interface IntakePartitionOptions {
  readonly stream: string;
  readonly listenerId: string;
  readonly journal: Journal;
  readonly blocks: BlockPool;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: IntakeSettings;
  /** Of the whole worker. */
  readonly datagrams: DatagramBudget;
  readonly ackDeliveredTimeoutMs: number;
  /** Why nothing should come in now, apart from what this partition knows itself. */
  busy(): false | 'behind' | 'quota';
  /** Bytes that the lane should have run before more is read; 0 when nothing is gained by waiting for it. */
  lagBytes(): number;
  /** Payload a block should have at most; a larger frame stands alone. At most `blockBytes`. */
  blockBytes(): number;
  /** Blocks that became durable, in order, for the lane. */
  onBlock(block: StoredBlock): void;
  /** See `LaneLink.whenDelivered`. */
  whenDelivered(from: number, to: number, done: (delivered: boolean) => void): () => void;
  onReceived(frames: number, bytes: number): void;
}

interface Waiter<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting extends Waiter<IntakeReceipt> {
  readonly key: string | undefined;
  /** Indices of the group's blocks that hold the body. */
  readonly from: number;
  readonly to: number;
}

/** Keys of bodies that are durable, and whose delivery nobody has waited out. */
const undeliveredKeysMax = 10_000;

const retryMs = 200;
/** Between two looks at a lane that is being waited for. */
const catchUpMs = 5;

/**
 * Puts whole frames of all connections into blocks and appends them. Frames without acknowledgement are kept until the
 * journal takes them; bodies fail together with their group. A group is handed over as soon as the one before was taken;
 * what arrives meanwhile is the next (engine decision 4).
 */
export class IntakePartition {
  readonly #o: IntakePartitionOptions;
  readonly #frames: FrameQueue;
  readonly #bodies: FrameQueue;
  #waiting: Waiting[] = [];
  /** Each is given the last block that is durable then. */
  #commits: Waiter<number>[] = [];
  /** What the frames that wait cost of the budget for datagrams, by sender. */
  #offered = new Map<Sender, number>();
  /** To go with the next group of frames. */
  #sourceState: Uint8Array | undefined;
  #appending = false;
  #failing = false;
  #receivedMs = 0;
  #stopped = false;
  #underWayBytes = 0;
  #readiness: { promise: Promise<void>; resolve: () => void } | undefined;
  #idle: (() => void)[] = [];
  readonly #keys = new Map<string, Promise<IntakeReceipt>>();
  /** First and last block of bodies that became durable but were not delivered in time, by key. */
  readonly #undelivered = new Map<string, readonly [from: number, to: number]>();
  readonly #acknowledgement: Acknowledgement;
  readonly #refusedFrames: Episode;
  readonly #refusedGroups: Episode;

  constructor(options: IntakePartitionOptions) {
    this.#o = options;
    this.#acknowledgement = new Acknowledgement({
      clock: options.clock,
      ackWhen: options.settings.ackWhen,
      timeoutMs: options.ackDeliveredTimeoutMs,
      whenDelivered: (from, to, done) => options.whenDelivered(from, to, done),
    });
    this.#refusedFrames = new Episode(options.clock, options.log, {
      level: 'error',
      began: 'the journal does not take frames; intake waits',
      ended: 'the journal takes frames again',
      fields: { stream: options.stream },
    });
    this.#refusedGroups = new Episode(options.clock, options.log, {
      level: 'warn',
      began: 'the journal refused a group; its senders are asked to try again',
      ended: 'the journal takes groups again',
      fields: { stream: options.stream },
    });
    this.#frames = new FrameQueue(options.blocks, options.blockBytes);
    this.#bodies = new FrameQueue(options.blocks, options.blockBytes);
  }

  get #pendingBytes(): number {
    return this.#underWayBytes + this.#frames.bytes + this.#bodies.bytes;
  }

  get busy(): false | 'behind' | 'quota' {
    return this.#failing || this.#pendingBytes >= pendingHardBytes ? 'behind' : this.#o.busy();
  }

  write(bytes: Uint8Array, ranges: Uint32Array, count: number, meta: FrameMeta, wireBytes?: Uint32Array): void {
    const receivedMs = this.#stamp(meta);
    const { maxEventBytes } = this.#o.settings;
    for (let i = 0; i < count;) {
      const length = ranges[i * 2 + 1]!;
      if (length > maxEventBytes || wireBytes !== undefined) {
        this.#addFrame(this.#frames, bytes, ranges[i * 2]!, length, meta, receivedMs, 0, wireBytes?.[i] ?? length);
        i++;
        continue;
      }
      const next = this.#frames.addRun(bytes, ranges, i, count, maxEventBytes, meta, receivedMs);
      let taken = 0;
      for (let each = i; each < next; each++) taken += ranges[each * 2 + 1]!;
      this.#received(next - i, taken);
      i = next;
    }
    this.#flushSoon();
  }

  /** See `IntakeStream.offer`. */
  offer(bytes: Uint8Array, ranges: Uint32Array, count: number, meta: FrameMeta, wireBytes?: Uint32Array): boolean {
    const sender = senderOf(meta.sourceIp ?? '');
    let size = 0;
    for (let each = 0; each < count; each++) size += ranges[each * 2 + 1]!;
    const cost = this.#o.datagrams.take(sender, size, count);
    if (cost === undefined) return false;
    this.#offered.set(sender, (this.#offered.get(sender) ?? 0) + cost);
    this.write(bytes, ranges, count, meta, wireBytes);
    return true;
  }

  get sourceState(): Uint8Array | undefined {
    return this.#o.journal.sourceState(this.#o.stream);
  }

  /** The number of the next block: what is taken in from now on is in this block or a later one. */
  get head(): number {
    return this.#o.journal.head(this.#o.stream).block;
  }

  /** Senders that wait for an answer. */
  get waiting(): number {
    return this.#acknowledgement.waiting + this.#waiting.length + this.#commits.length;
  }

  /** Resolves when everything taken in before is acknowledged that is in block `from` or a later one. */
  async commit(from: number, sourceState?: Uint8Array): Promise<void> {
    if (sourceState !== undefined) this.#sourceState = sourceState;
    const to = await new Promise<number>((resolve, reject) => {
      this.#commits.push({ resolve, reject });
      this.#flushSoon();
    });
    await this.#acknowledgement.through(from, to);
  }

  ready(): Promise<void> | undefined {
    if (!this.#mustWait()) return undefined;
    if (!this.#readiness) {
      let resolve = (): void => undefined;
      const promise = new Promise<void>((done) => (resolve = done));
      this.#readiness = { promise, resolve };
      this.#pollReadiness();
    }
    return this.#readiness.promise;
  }

  submit(body: IntakeBody): Promise<IntakeReceipt> {
    const key = body.idempotencyKey === undefined ? undefined : `${this.#o.listenerId}\n${body.idempotencyKey}`;
    if (key !== undefined) {
      const running = this.#keys.get(key);
      if (running) return running.then(() => ({ repeated: true }));
      if (this.#o.journal.knowsKey(key)) return this.#repeated(key);
    }
    const reason = this.#stopped ? 'stopping' : this.busy;
    if (reason !== false) return Promise.reject(new IntakeBusy(reason, 1000));
    const receipt = this.#accept(body, key);
    if (key !== undefined) {
      this.#keys.set(key, receipt);
      const forget = () => this.#keys.delete(key);
      receipt.then(forget, forget);
    }
    return receipt;
  }

  /** Durable before, but perhaps not delivered: then the sender came back because it got no answer in time. */
  async #repeated(key: string): Promise<IntakeReceipt> {
    if (this.#acknowledgement.waitsForDelivery) {
      const [from, to] = this.#undelivered.get(key) ?? [0, this.head - 1];
      await this.#acknowledgement.through(from, to);
      this.#undelivered.delete(key);
    }
    return { repeated: true };
  }

  reject(bytes: Uint8Array, code: string, meta: FrameMeta): void {
    const marked = refused(meta, code);
    const length = Math.min(bytes.length, rejectedBytes);
    this.#frames.add(bytes, 0, length, marked, this.#stamp(meta), frameFlags.rejected, bytes.length);
    this.#received(1, length);
    this.#flushSoon();
  }

  /** Senders that wait for a delivery are asked to try again, now and from now on. What they have sent is delivered all the same. */
  endWaits(): void {
    this.#acknowledgement.close();
  }

  /** Resolves when all frames taken in are durable (or can never be). New bodies are refused from now on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    while ((this.#appending || this.#frames.size > 0 || this.#bodies.size > 0) && !this.#failing)
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    this.#readiness?.resolve();
    this.#readiness = undefined;
    this.endWaits();
  }

  #accept(body: IntakeBody, key: string | undefined): Promise<IntakeReceipt> {
    const receivedMs = this.#stamp(body.meta);
    const metas = new Map<string, FrameMeta>();
    const metaOf = (code: string): FrameMeta => {
      const meta = metas.get(code) ?? refused(body.meta, code);
      metas.set(code, meta);
      return meta;
    };
    return new Promise((resolve, reject) => {
      const from = this.#bodies.size;
      for (let i = 0; i < body.count; i++) {
        const flags = body.frames[i * 3 + 2]!;
        const code = (flags & frameFlags.rejected) === 0 ? undefined : body.rejectCode?.(i);
        this.#addFrame(
          this.#bodies,
          body.bytes,
          body.frames[i * 3]!,
          body.frames[i * 3 + 1]!,
          code === undefined ? body.meta : metaOf(code),
          receivedMs,
          flags,
          body.frames[i * 3 + 1]!,
        );
      }
      if (body.count === 0) {
        resolve({ repeated: false });
        return;
      }
      this.#waiting.push({ key, resolve, reject, from: Math.max(0, from - 1), to: this.#bodies.size });
      this.#flushSoon();
    });
  }

  #addFrame(
    queue: FrameQueue,
    bytes: Uint8Array,
    offset: number,
    length: number,
    meta: FrameMeta,
    receivedMs: number,
    flags: number,
    wireBytes: number,
  ): void {
    const { maxEventBytes, onOversize } = this.#o.settings;
    if ((flags & frameFlags.rejected) !== 0) {
      queue.add(bytes, offset, Math.min(length, rejectedBytes), meta, receivedMs, flags, length);
      this.#received(1, Math.min(length, rejectedBytes));
      return;
    }
    if (length <= maxEventBytes) {
      queue.add(bytes, offset, length, meta, receivedMs, flags, wireBytes);
      this.#received(1, length);
      return;
    }
    switch (onOversize) {
      case 'truncate':
        queue.add(
          bytes,
          offset,
          cutLength(bytes, offset, maxEventBytes),
          meta,
          receivedMs,
          (flags & ~frameFlags.checked) | frameFlags.truncated,
          wireBytes,
        );
        this.#received(1, maxEventBytes);
        return;
      case 'split':
        for (let at = 0; at < length;) {
          const part = length - at <= maxEventBytes ? length - at : cutLength(bytes, offset + at, maxEventBytes);
          queue.add(bytes, offset + at, part, meta, receivedMs, (flags & ~frameFlags.checked) | frameFlags.split, part);
          this.#received(1, part);
          at += part;
        }
        return;
      case 'reject':
        queue.add(
          bytes,
          offset,
          Math.min(length, rejectedBytes),
          refused(meta, 'LIMIT_EVENT_SIZE'),
          receivedMs,
          frameFlags.rejected,
          length,
        );
        this.#received(1, Math.min(length, rejectedBytes));
    }
  }

  #received(frames: number, bytes: number): void {
    this.#o.onReceived(frames, bytes);
  }

  #stamp(meta: FrameMeta): number {
    this.#receivedMs = Math.max(this.#receivedMs, meta.receivedMs);
    return this.#receivedMs;
  }

  #flushSoon(): void {
    if (this.#appending) return;
    this.#appending = true;
    queueMicrotask(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    while (this.#frames.size > 0 || this.#bodies.size > 0 || this.#commits.length > 0) {
      if (this.#bodies.size > 0) await this.#appendBodies();
      if (this.#frames.size > 0 || this.#commits.length > 0) await this.#appendFrames();
      this.#releaseReaders();
    }
    this.#appending = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #appendFrames(): Promise<void> {
    const { blocks, bytes } = this.#frames.take(this.#o.stream, this.#o.settings.revision);
    const commits = this.#commits;
    const state = this.#sourceState;
    const offered = this.#offered;
    this.#commits = [];
    this.#sourceState = undefined;
    this.#offered = new Map();
    if (blocks.length > 0 || state !== undefined) {
      this.#underWayBytes += bytes;
      const receipt = await this.#appendUntilTaken(blocks, state);
      this.#o.datagrams.give(offered);
      this.#underWayBytes -= bytes;
      if (!receipt) {
        for (const { reject } of commits) reject(new IntakeBusy('stopping', 1000));
        return;
      }
      this.#handOver(blocks, receipt);
    }
    const last = this.head - 1;
    for (const { resolve } of commits) resolve(last);
  }

  /** Undefined: the intake was stopped while the journal refused them. */
  async #appendUntilTaken(blocks: readonly BlockInput[], state: Uint8Array | undefined): Promise<AppendReceipt | undefined> {
    for (;;) {
      try {
        const receipt = await this.#append(blocks, [], state);
        this.#failing = false;
        this.#refusedFrames.succeeded();
        return receipt;
      } catch (error) {
        this.#refusedFrames.failed(causeOf(error), { error });
        this.#failing = true;
        for (const resolve of this.#idle.splice(0)) resolve();
        if (this.#stopped) return undefined;
        await this.#o.clock.sleep(retryMs);
      }
    }
  }

  async #appendBodies(): Promise<void> {
    const { blocks, bytes } = this.#bodies.take(this.#o.stream, this.#o.settings.revision);
    this.#underWayBytes += bytes;
    const waiting = this.#waiting;
    this.#waiting = [];
    const keys = waiting.flatMap(({ key }) => (key === undefined ? [] : [key]));
    const receipt = await this.#append(blocks, keys).catch((error: unknown) => {
      this.#refusedGroups.failed(causeOf(error), { error });
      return undefined;
    });
    this.#underWayBytes -= bytes;
    if (!receipt) {
      for (const body of waiting) body.reject(new IntakeBusy('behind', 1000));
      return;
    }
    this.#refusedGroups.succeeded();
    for (const body of waiting) this.#acknowledge(body, receipt.blocks[body.from]!.block, receipt.blocks[body.to - 1]!.block);
    this.#handOver(blocks, receipt);
  }

  #acknowledge({ key, resolve, reject }: Waiting, from: number, to: number): void {
    this.#acknowledgement.through(from, to).then(
      () => resolve({ repeated: false }),
      (error: unknown) => {
        if (key !== undefined) this.#keepUndelivered(key, from, to);
        reject(error);
      },
    );
  }

  #keepUndelivered(key: string, from: number, to: number): void {
    this.#undelivered.set(key, [from, to]);
    const [oldest] = this.#undelivered.keys();
    if (this.#undelivered.size > undeliveredKeysMax) this.#undelivered.delete(oldest!);
  }

  #append(blocks: readonly BlockInput[], keys: readonly string[], state?: Uint8Array): Promise<AppendReceipt> {
    const durability: Durability = this.#o.settings.durability;
    return this.#o.journal.append({
      blocks,
      durability,
      ...(keys.length > 0 ? { idempotencyKeys: keys } : {}),
      ...(state === undefined ? {} : { sourceState: { stream: this.#o.stream, bytes: state } }),
    });
  }

  /** The blocks are durable whatever the lane makes of them: they must not be appended again. */
  #handOver(blocks: readonly BlockInput[], receipt: AppendReceipt): void {
    for (const [index, block] of blocks.entries()) {
      const { block: number, origin } = receipt.blocks[index]!;
      try {
        this.#o.onBlock({ ...block, block: number, origin, damagedFrames: [] });
      } catch (error) {
        this.#o.log.error(
          { stream: this.#o.stream, block: number, error },
          'a block could not be handed to its lane, which reads it later',
        );
      }
    }
  }

  #mustWait(): boolean {
    return !this.#stopped && (this.#pendingBytes + this.#o.lagBytes() >= pendingSoftBytes || this.#failing || this.#o.busy() !== false);
  }

  #releaseReaders(): void {
    if (!this.#readiness || this.#mustWait()) return;
    this.#readiness.resolve();
    this.#readiness = undefined;
  }

  #pollReadiness(): void {
    this.#o.clock.after(this.#o.lagBytes() > 0 ? catchUpMs : retryMs, () => {
      this.#releaseReaders();
      if (this.#readiness) this.#pollReadiness();
    });
  }
}

/** Frames on their way into blocks, in order. */
class FrameQueue {
  readonly #pool: BlockPool;
  readonly #bytesMax: () => number;
  #sealed: OpenBlock[] = [];
  #open: OpenBlock | undefined;
  #bytes = 0;
  /** Frames of the block before: what the next one is made for. */
  #lastFrames = 0;

  constructor(pool: BlockPool, bytesMax: () => number) {
    this.#pool = pool;
    this.#bytesMax = bytesMax;
  }

  get size(): number {
    return this.#sealed.length + (this.#open ? 1 : 0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(bytes: Uint8Array, offset: number, length: number, meta: FrameMeta, receivedMs: number, flags: number, wireBytes: number): void {
    this.#blockFor(length, length).add(bytes, offset, length, meta, receivedMs, flags, wireBytes);
    this.#bytes += length;
  }

  /** See `OpenBlock.addRun`. */
  addRun(bytes: Uint8Array, ranges: Uint32Array, from: number, to: number, lengthMax: number, meta: FrameMeta, receivedMs: number): number {
    const length = ranges[from * 2 + 1]!;
    const whole = ranges[to * 2 - 2]! + ranges[to * 2 - 1]! - ranges[from * 2]!;
    const block = this.#blockFor(length, Math.max(length, Math.min(whole, blockBytes)));
    const before = block.size;
    const next = block.addRun(bytes, ranges, from, to, lengthMax, meta, receivedMs);
    this.#bytes += block.size - before;
    return next;
  }

  #blockFor(length: number, expectedBytes: number): OpenBlock {
    if (this.#open && !this.#open.fits(length)) {
      this.#lastFrames = this.#open.count;
      this.#sealed.push(this.#open);
      this.#open = undefined;
    }
    if (!this.#open) {
      const bytesMax = this.#bytesMax();
      const bytes = Math.max(length, Math.min(expectedBytes, bytesMax));
      this.#open = new OpenBlock(this.#pool, bytesMax, bytes, this.#lastFrames + (this.#lastFrames >> 3));
    }
    return this.#open;
  }

  take(stream: string, codec: number): { blocks: BlockInput[]; bytes: number } {
    const open = this.#open ? [...this.#sealed, this.#open] : this.#sealed;
    const bytes = this.#bytes;
    this.#lastFrames = open.at(-1)?.count ?? 0;
    this.#sealed = [];
    this.#open = undefined;
    this.#bytes = 0;
    return { blocks: open.map((block) => block.seal(stream, codec)), bytes };
  }
}

/** A cut at `max` bytes, moved back so that no UTF-8 character is torn. */
function cutLength(bytes: Uint8Array, offset: number, max: number): number {
  let length = max;
  for (let back = 0; back < 3 && length > 1 && (bytes[offset + length]! & 0xc0) === 0x80; back++) length--;
  return length;
}

const refused = (meta: FrameMeta, code: string): FrameMeta => ({
  ...meta,
  attributes: { ...meta.attributes, [rejectCodeAttribute]: code },
});
