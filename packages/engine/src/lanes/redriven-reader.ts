import type { Clock, Log } from '@acequia/base';
import { readImage, releaseBatch, type SlotTable } from '@acequia/batch';
import type { JournalStreams, StoredBlock } from '@acequia/journal';
import { redrivenStream, type RedrivenMeta } from '../dead-letters/redriven-stream.ts';
import { unpackImages } from '../delivery/image-frames.ts';
import { BlockReader } from './block-reader.ts';
import { BlockRing } from './block-ring.ts';
import type { VersionRun } from './version-run.ts';

export interface RedrivenReaderOptions {
  readonly run: VersionRun;
  readonly slots: SlotTable;
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  wake(): void;
}

/** Reads the events that come into a version once more, from its pipeline's own stream. */
export class RedrivenReader {
  readonly #run: VersionRun;
  readonly #slots: SlotTable;
  readonly #stream: string;
  readonly #journal: JournalStreams;
  readonly #reader: BlockReader;

  constructor({ run, slots, journal, clock, log, wake }: RedrivenReaderOptions) {
    this.#run = run;
    this.#slots = slots;
    this.#journal = journal;
    this.#stream = redrivenStream(run.deployed);
    const ring = new BlockRing(0, () => undefined);
    this.#reader = new BlockReader({ journal, clock, log, stream: this.#stream, ring, onArrival: wake });
  }

  get hasWork(): boolean {
    return this.#run.positions.has(this.#stream) && this.#run.hasWork(this.#stream, this.#journal.head(this.#stream).block);
  }

  /** Runs one block. False: nothing to do now. */
  help(): boolean {
    if (!this.hasWork) return false;
    const run = this.#run;
    const position = run.positions.get(this.#stream)!;
    const found = this.#reader.next(position);
    if (!found) return false;
    if (found.at > position) run.skipTo(this.#stream, found.at);
    if (found.block && run.hasWork(this.#stream, found.at + 1)) this.#runBlock(found.block);
    return true;
  }

  #runBlock(block: StoredBlock): void {
    const { frames, damagedRows } = unpackImages(block, 0);
    const arrivals = frames.map(({ meta, image }) => ({
      to: (meta as RedrivenMeta).to,
      view: readImage(image, { slots: this.#slots }),
      bytes: image.length,
    }));
    this.#run.runRedriven(this.#stream, block.block, arrivals, damagedRows);
    for (const { view } of arrivals) releaseBatch(view);
  }
}
