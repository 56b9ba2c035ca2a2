import type { Journal } from '@acequia/journal';
import { textsOf } from '@acequia/journal/testing';
import type { SeededRandom } from '@acequia/testkit/oracle';
import type { MutationId } from '../fault.ts';

const readBytes = 4 * 1024;

export interface ConsumerOptions {
  readonly journal: Journal;
  readonly stream: string;
  readonly random: SeededRandom;
  readonly mutation: MutationId | undefined;
  receive(text: string): void;
}

/** Reads a stream as a lane does: delivers, commits its cursor after that, and gives up what lies before. */
export class Consumer {
  /** Texts delivered since the cursor was last committed: what a crash may repeat. */
  uncommitted = 0;
  readonly #o: ConsumerOptions;
  #next: number;

  constructor(options: ConsumerOptions) {
    this.#o = options;
    const cursor = options.journal.commits.get(this.#key);
    this.#next = typeof cursor === 'number' ? cursor : 1;
  }

  get #key(): string {
    return `cursor/${this.#o.stream}`;
  }

  /** Delivers what there is; resolves to whether there was something. Rejects when the disk does. */
  async step(): Promise<boolean> {
    const { journal, stream, random, receive, mutation } = this.#o;
    const blocks = await journal.read(stream, { block: this.#next, frame: 0 }, readBytes);
    for (const block of blocks) {
      for (const text of textsOf(block)) if (text !== undefined) receive(text);
      this.uncommitted += block.frameCount;
      this.#next = block.block + 1;
    }
    if (blocks.length > 0 && random.chance(0.5)) {
      const committing = this.#next;
      if (mutation !== 'cursor-commit-skipped')
        await journal.commits.commit(new Map([[this.#key, mutation === 'cursor-ahead' ? committing + 2 : committing]]));
      this.uncommitted = 0;
      if (random.chance(0.5) && mutation !== 'cursor-commit-skipped') journal.trim(stream, { block: committing, frame: 0 });
    }
    return blocks.length > 0;
  }
}
