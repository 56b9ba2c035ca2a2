import { readImage, writeImage, type BatchView, type SlotTable } from '@acequia/batch';

/** In a version's positions it stands for the events made out of state, as if they came from a stream of blocks. */
export const madeStream = 'made';

/** Events that a node made out of its state, on their way to what follows it. */
export interface MadeEntry {
  /** Its place in the version's `madeStream`. */
  readonly block: number;
  readonly node: string;
  readonly port: string;
  readonly count: number;
  /** Stream time when they were made, ms since 1970. */
  readonly atMs: number;
  readonly image: Uint8Array;
}

const firstBlock = 1;
const bytesMax = 16 * 2 ** 20;

/**
 * Events made out of state that have not gone on yet: each waits for a checkpoint that holds it and the state without it,
 * so that a repeat after a crash cannot make other ones (engine decision 18).
 */
export class MadeQueue {
  readonly #slots: SlotTable;
  #entries: MadeEntry[];
  #end: number;
  #bytes = 0;

  /** `entries`: those of the checkpoint the version goes on from; `next`: the block the next one gets, if there are none. */
  constructor(slots: SlotTable, entries: readonly MadeEntry[], next: number = firstBlock) {
    this.#slots = slots;
    this.#entries = [...entries];
    this.#end = (entries.at(-1)?.block ?? Math.max(firstBlock, next) - 1) + 1;
    for (const { image } of entries) this.#bytes += image.length;
  }

  /** The block the next entry gets. */
  get end(): number {
    return this.#end;
  }

  get first(): MadeEntry | undefined {
    return this.#entries[0];
  }

  get empty(): boolean {
    return this.#entries.length === 0;
  }

  /** So much waits that the version must take in nothing more before some has gone on. */
  get full(): boolean {
    return this.#bytes >= bytesMax;
  }

  /** Copy of what waits. */
  entries(): readonly MadeEntry[] {
    return [...this.#entries];
  }

  add(node: string, port: string, events: BatchView | readonly BatchView[], atMs: number): void {
    const count = [events].flat().reduce((sum: number, view: BatchView) => sum + view.count, 0);
    if (count === 0) return;
    const image = writeImage(events);
    this.#entries.push({ block: this.#end++, node, port, count, atMs, image });
    this.#bytes += image.length;
  }

  /** The first entry goes on: a batch with one holder. */
  take(): BatchView {
    const { image } = this.#entries.shift()!;
    this.#bytes -= image.length;
    return readImage(image, { slots: this.#slots });
  }
}
