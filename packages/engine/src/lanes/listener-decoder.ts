import type { Clock, Log } from '@acequia/base';
import {
  type ArrayPool,
  createBatchBuilder,
  frameBlock,
  frameFlags,
  frameWords,
  NameCache,
  releaseBatch,
  type BatchEnvelope,
  type BuiltBatch,
  type FrameBlock,
  type SlotTable,
} from '@acequia/batch';
import type { FrameDecoder } from '@acequia/component-sdk/runtime';
import type { StoredBlock } from '@acequia/journal';
import type { BlockHolders } from '../intake/block-pool.ts';
import { rejectCodeAttribute } from '../intake/meta-dictionary.ts';

export interface ListenerFacts {
  readonly tenantId: string;
  readonly listenerId: string;
  readonly listenerName: string;
  readonly listenerType: string;
  readonly cluster: string;
  readonly worker: string;
  readonly keepRaw: boolean;
  readonly replay?: string;
}

/** Place of the flags among a frame's numbers. */
const flagsWord = 3;

/** Turns blocks of one listener into batches, with the decoder of the revision that framed them (engine decision 11). */
export class ListenerDecoder {
  readonly slots: SlotTable;
  readonly #facts: () => ListenerFacts;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #names: NameCache;
  readonly #pool: ArrayPool;
  readonly #blocks: BlockHolders;
  readonly #decoderOf: (revision: number) => FrameDecoder | undefined;
  /** Blocks decoded; the first figure of early test 6. */
  calls = 0;

  constructor(options: {
    slots: SlotTable;
    pool: ArrayPool;
    blocks: BlockHolders;
    facts(): ListenerFacts;
    clock: Clock;
    log: Log;
    decoderOf(revision: number): FrameDecoder | undefined;
  }) {
    this.slots = options.slots;
    this.#facts = () => options.facts();
    this.#clock = options.clock;
    this.#log = options.log;
    this.#decoderOf = options.decoderOf;
    this.#names = new NameCache(options.slots);
    this.#pool = options.pool;
    this.#blocks = options.blocks;
  }

  /** One holder; release the batch once. `crashing`: frames that end the process; they are refused. */
  decode(stored: StoredBlock, crashing?: ReadonlySet<number>): BuiltBatch {
    this.calls++;
    const block = frameBlock(crashing ? withRefused(stored, crashing) : stored);
    const built = this.#attempt(block, stored.origin, true, crashing);
    if (built) return built;
    return this.#attempt(block, stored.origin, false, crashing)!;
  }

  #attempt(block: FrameBlock, origin: string, decode: boolean, crashing: ReadonlySet<number> | undefined): BuiltBatch | undefined {
    const { keepRaw, ...facts } = this.#facts();
    const envelope: BatchEnvelope = { ...facts, origin };
    this.#blocks.hold(block.bytes);
    const builder = createBatchBuilder({
      block,
      envelope,
      slots: this.slots,
      keepRaw,
      names: this.#names,
      pool: this.#pool,
      nowMs: this.#clock.now(),
      onRelease: () => this.#blocks.drop(block.bytes),
    });
    const decoder = decode ? this.#decoderOf(block.codec) : undefined;
    for (let frame = 0; frame < block.count; frame++) {
      if (crashing?.has(frame)) builder.reject(frame, 'ENGINE_CRASH', {});
      else if ((block.flags(frame) & frameFlags.rejected) !== 0)
        builder.reject(frame, block.meta(frame).attributes?.[rejectCodeAttribute] ?? 'DECODE_REFUSED', {});
      else if (!decoder) builder.reject(frame, 'DECODE_FAILED', {});
    }
    try {
      decoder?.decode(block, builder);
    } catch (error) {
      this.#log.error({ origin, error }, 'a decoder failed; the frames of the block are refused');
      releaseBatch(builder.finish().events);
      return undefined;
    }
    return builder.finish();
  }
}

function withRefused(stored: StoredBlock, refused: ReadonlySet<number>): StoredBlock {
  const frames = stored.frames.slice();
  for (const frame of refused) frames[frame * frameWords + flagsWord]! |= frameFlags.rejected;
  return { ...stored, frames };
}
