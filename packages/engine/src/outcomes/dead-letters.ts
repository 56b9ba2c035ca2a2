import type { Clock, Log } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import { internalSlots } from '@acequia/batch';
import { Json } from '@acequia/event';
import type { Journal } from '@acequia/journal';
import { packImages, unpackImages, type ImageFrame } from '../outboxes/image-frames.ts';
import type { Images } from '../outboxes/outbox.ts';
import { eventFields } from '../samples/event-fields.ts';
import type { DeadLetter } from '../status.ts';

export interface DeadLetterOrigin {
  readonly tenantId: string;
  readonly pipelineId: string;
  readonly versionId: string;
  readonly node: string;
  readonly listenerId: string;
  readonly outcome: 'rejected' | 'expired';
}

interface Waiting {
  readonly stream: string;
  readonly frame: ImageFrame;
  readonly resolve: (durable: boolean) => void;
}

const retryMs = 1000;

/** Events nobody could take, kept per tenant with their reason (catalogue 2.6). */
export class DeadLetters {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #images: Images;
  readonly #limitBytes: number;
  #waiting: Waiting[] = [];
  #writing = false;
  #closed = false;

  constructor(options: { journal: Journal; clock: Clock; log: Log; images: Images; limitBytes: number }) {
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#images = options.images;
    this.#limitBytes = options.limitBytes;
  }

  /** Writes the view's events, with `_error`; resolves true when they are synced, false when the engine stopped before. */
  append(view: BatchView, origin: DeadLetterOrigin): Promise<boolean> {
    const stream = deadLetterStream(origin.tenantId);
    const meta = { source: { stream: origin.listenerId, block: 0, n: 0 }, count: view.count, atMs: this.#clock.now(), bytes: 0, origin };
    const image = this.#images.write(view);
    return new Promise((resolve) => {
      this.#waiting.push({ stream, frame: { meta, image }, resolve });
      void this.#write();
    });
  }

  /** The oldest first, from a place on. */
  async list(tenantId: string, from: { block: number; frame: number; row: number } | undefined, limit: number): Promise<DeadLetter[]> {
    const stream = deadLetterStream(tenantId);
    const letters: DeadLetter[] = [];
    let at = { block: from?.block ?? this.#journal.tail(stream).block, frame: from?.frame ?? 0 };
    let skipRows = from?.row ?? 0;
    while (letters.length < limit) {
      const start = at.block;
      const blocks = (await this.#journal.read(stream, at, 1 << 20)).filter(({ block }) => block >= start);
      if (blocks.length === 0) break;
      for (const block of blocks) {
        const { frames } = unpackImages(block, block.block === at.block ? at.frame : 0);
        for (const { frame, meta, image } of frames) {
          this.#readLetters(
            letters,
            { block: block.block, frame },
            meta as ImageFrame['meta'] & { origin: DeadLetterOrigin },
            image,
            skipRows,
            limit,
          );
          skipRows = 0;
        }
      }
      at = { block: blocks.at(-1)!.block + 1, frame: 0 };
    }
    return letters;
  }

  close(): void {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(false);
  }

  #readLetters(
    letters: DeadLetter[],
    place: { block: number; frame: number },
    meta: ImageFrame['meta'] & { origin: DeadLetterOrigin },
    image: Uint8Array,
    skipRows: number,
    limit: number,
  ): void {
    const view = this.#images.read(image);
    for (let index = skipRows; index < view.count && letters.length < limit; index++) {
      const row = view.rows[index]!;
      const error = view.value(row, internalSlots.error);
      const record = error instanceof Json ? (JSON.parse(error.text) as { code?: string }) : {};
      const { pipelineId, versionId, node, listenerId, outcome } = meta.origin;
      letters.push({
        position: { ...place, row: index },
        id: view.id(row),
        atMs: meta.atMs,
        pipelineId,
        versionId,
        node,
        listenerId,
        outcome,
        code: record.code ?? '',
        fields: eventFields(view, row),
      });
    }
  }

  async #write(): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    while (this.#waiting.length > 0 && !this.#closed) {
      const group = this.#waiting.splice(0, 256);
      const durable = await this.#appendGroup(group);
      for (const { resolve } of group) resolve(durable);
    }
    this.#writing = false;
  }

  async #appendGroup(group: readonly Waiting[]): Promise<boolean> {
    const streams = [...new Set(group.map(({ stream }) => stream))];
    const blocks = streams.flatMap(
      (stream) =>
        packImages(
          stream,
          group.filter((waiting) => waiting.stream === stream).map(({ frame }) => frame),
        ).blocks,
    );
    while (!this.#closed) {
      try {
        await this.#journal.append({ blocks, durability: 'fsync' });
        for (const stream of streams) this.#keepLimit(stream);
        return true;
      } catch (error) {
        this.#log.warn({ error }, 'dead letters cannot be written; what made them waits');
        await this.#clock.sleep(retryMs);
      }
    }
    return false;
  }

  #keepLimit(stream: string): void {
    const usage = this.#journal.usage(stream);
    if (usage.bytes <= this.#limitBytes) return;
    const surplus = Math.ceil(((usage.bytes - this.#limitBytes) / usage.bytes) * usage.blocks);
    this.#journal.trim(stream, { block: usage.tail.block + surplus, frame: 0 });
  }
}

export const deadLetterStream = (tenantId: string): string => `dl/${tenantId}`;
