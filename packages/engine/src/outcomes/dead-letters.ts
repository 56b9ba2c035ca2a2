import type { Clock, Log } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import type { JournalStreams } from '@acequia/journal';
import { errorOf } from '../dead-letters/letter-content.ts';
import { packImages, type ImageFrame, type ImageMeta } from '../delivery/image-frames.ts';
import type { Images } from '../delivery/spill-store.ts';

export interface DeadLetterOrigin {
  readonly tenantId: string;
  /** Empty for frames that no listener could decode. */
  readonly pipelineId: string;
  readonly versionId: string;
  readonly node: string;
  readonly listenerId: string;
  readonly outcome: 'rejected' | 'expired';
}

/** What stands beside an image in a tenant's stream of dead letters. */
export interface LetterMeta extends ImageMeta {
  readonly origin: DeadLetterOrigin;
  /** Codes of the rows, each with its count. */
  readonly codes: readonly (readonly [code: string, count: number])[];
  /** The letter this one stands for, with fields that a person changed. */
  readonly replaces?: { readonly block: number; readonly frame: number; readonly row: number };
}

interface Waiting {
  readonly stream: string;
  readonly frame: ImageFrame;
  readonly resolve: (durable: boolean) => void;
}

const retryMs = 1000;

/** Writes events nobody could take into their tenant's stream, with their reason (catalogue 2.6). */
export class DeadLetters {
  readonly #journal: JournalStreams;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #images: Images;
  #waiting: Waiting[] = [];
  #writing = false;
  #closed = false;

  constructor(options: { journal: JournalStreams; clock: Clock; log: Log; images: Images }) {
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#images = options.images;
  }

  /** Writes the view's events, with `_error`; resolves true when they are synced, false when the engine stopped before. */
  append(view: BatchView, origin: DeadLetterOrigin): Promise<boolean> {
    const stream = deadLetterStream(origin.tenantId);
    const image = this.#images.write(view);
    const frame = { meta: letterMeta(view, origin, this.#clock.now()), image };
    return new Promise((resolve) => {
      this.#waiting.push({ stream, frame, resolve });
      void this.#write();
    });
  }

  close(): void {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(false);
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
        return true;
      } catch (error) {
        this.#log.warn({ error }, 'dead letters cannot be written; what made them waits');
        await this.#clock.sleep(retryMs);
      }
    }
    return false;
  }
}

export function letterMeta(view: BatchView, origin: DeadLetterOrigin, atMs: number): LetterMeta {
  const codes = new Map<string, number>();
  for (let index = 0; index < view.count; index++) {
    const { code = '' } = errorOf(view, view.rows[index]!);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return { source: { stream: origin.listenerId, block: 0, n: 0 }, count: view.count, atMs, bytes: 0, origin, codes: [...codes] };
}

export const deadLetterStream = (tenantId: string): string => `dl/${tenantId}`;
