import { causeOf, Episode, type Clock, type Log } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import type { CommitValue, JournalStreams } from '@acequia/journal';
import { recordKeys } from '../commit/records.ts';
import { errorOf } from '../dead-letters/letter-content.ts';
import { packImages, type ImageFrame, type ImageMeta } from '../delivery/image-frames.ts';
import type { Images } from '../delivery/spill-store.ts';

export interface DeadLetterOrigin {
  readonly tenantId: string;
  /** Empty for frames that no listener could decode. */
  readonly pipelineId: string;
  readonly versionId: string;
  readonly node: string;
  /** The node its events come into when they are driven again, where that is not `node`: they had come no further. */
  readonly into?: string;
  readonly listenerId: string;
  readonly outcome: 'rejected' | 'expired';
}

/** A change of a letter's fields. */
export interface LetterEdit {
  readonly atMs: number;
  /** With the name of then. */
  readonly by: { readonly id: string; readonly name: string };
}

/** What stands beside an image in a tenant's stream of dead letters. */
export interface LetterMeta extends ImageMeta {
  readonly origin: DeadLetterOrigin;
  /** Codes of the rows, each with its count. */
  readonly codes: readonly (readonly [code: string, count: number])[];
  /** Absent: nothing but the letter says that it stands. Else the record of its listener does (`StoredLetters`). */
  readonly recorded?: true;
  /** The letter this one stands for, with fields that a person changed. */
  readonly replaces?: { readonly block: number; readonly frame: number; readonly row: number };
  /** When that was, and who did it; absent in letters of earlier versions. */
  readonly edit?: LetterEdit;
}

/** Letters of one append. */
export interface WrittenLetters {
  /** Their events have their outcome: the records from now on say that the letters stand. */
  stand(): void;
}

/** Where an image lies in its tenant's stream: block and frame. */
export type StoredLetterPlace = readonly [block: number, frame: number];

/** In the commit that says of a listener's events which have their outcome. Its letters that it leaves out are repeated after a crash. */
export interface StoredLetters {
  /** The last one that had been written. */
  readonly to: StoredLetterPlace;
  /** Up to that one: those whose events had no outcome yet. */
  readonly without: readonly StoredLetterPlace[];
}

interface Waiting {
  readonly stream: string;
  readonly progress: Progress;
  readonly frame: ImageFrame;
  readonly resolve: (letters: WrittenLetters | undefined) => void;
}

/** What a listener's record will say; none while nothing of it has been written. */
interface Progress {
  to: StoredLetterPlace | undefined;
  readonly without: Set<StoredLetterPlace>;
  record: CommitValue | undefined;
}

const retryMs = 1000;

/**
 * Writes events nobody could take into their tenant's stream, with their reason (catalogue 2.6). A letter is synced before the
 * commit of its event; of a process that dies in between, `records` tells which letters are made once more.
 */
export class DeadLetters {
  readonly #journal: JournalStreams;
  readonly #clock: Clock;
  readonly #unwritten: Episode;
  readonly #images: Images;
  readonly #progress = new Map<string, Progress>();
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(options: { journal: JournalStreams; clock: Clock; log: Log; images: Images }) {
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#unwritten = new Episode(options.clock, options.log, {
      level: 'warn',
      began: 'dead letters cannot be written; what made them waits',
      ended: 'dead letters are written again',
    });
    this.#images = options.images;
  }

  /** Writes the view's events, with `_error`; resolves when they are synced, with undefined when the engine stopped before. */
  append(view: BatchView, origin: DeadLetterOrigin): Promise<WrittenLetters | undefined> {
    const stream = deadLetterStream(origin.tenantId);
    const image = this.#images.write(view);
    const meta: LetterMeta = { ...letterMeta(view, origin, this.#clock.now()), recorded: true };
    return new Promise((resolve) => {
      this.#waiting.push({ stream, progress: this.#progressOf(origin.listenerId), frame: { meta, image }, resolve });
      this.#writing ??= this.#write();
    });
  }

  /** What a commit says of the letters of each listener that had any. */
  records(): Map<string, CommitValue> {
    const records = new Map<string, CommitValue>();
    for (const [listenerId, progress] of this.#progress) {
      if (!progress.to) continue;
      progress.record ??= { to: progress.to, without: [...progress.without] };
      records.set(recordKeys.letters(listenerId), progress.record);
    }
    return records;
  }

  /** Another one writes the letters of these listeners from now on: their records are its own. */
  forget(listenerIds: readonly string[]): void {
    for (const id of listenerIds) this.#progress.delete(id);
  }

  /** Resolves when nothing is being written, or the engine stops. */
  async written(): Promise<void> {
    await this.#writing;
  }

  close(): void {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#closed) {
      const group = this.#waiting.splice(0, 256);
      const places = await this.#appendGroup(group);
      for (const [index, { progress, resolve }] of group.entries()) resolve(places && lettersAt(places[index]!, progress));
    }
    this.#writing = undefined;
  }

  #progressOf(listenerId: string): Progress {
    const progress = this.#progress.get(listenerId) ?? { to: undefined, without: new Set(), record: undefined };
    this.#progress.set(listenerId, progress);
    return progress;
  }

  /** Where the image of each lies; undefined when the engine stopped. */
  async #appendGroup(group: readonly Waiting[]): Promise<StoredLetterPlace[] | undefined> {
    const byStream = [...Map.groupBy(group, ({ stream }) => stream)].map(([stream, waiting]) => ({
      waiting,
      packed: packImages(
        stream,
        waiting.map(({ frame }) => frame),
      ),
    }));
    const blocks = byStream.flatMap(({ packed }) => packed.blocks);
    while (!this.#closed) {
      try {
        const receipt = await this.#journal.append({ blocks, durability: 'fsync' });
        this.#unwritten.succeeded();
        const places = new Map<Waiting, StoredLetterPlace>();
        let first = 0;
        for (const { waiting, packed } of byStream) {
          for (const [index, one] of waiting.entries()) {
            const { block, frame } = packed.places[index]!;
            places.set(one, [receipt.blocks[first + block]!.block, frame]);
          }
          first += packed.blocks.length;
        }
        return group.map((one) => places.get(one)!);
      } catch (error) {
        this.#unwritten.failed(causeOf(error), { error });
        await this.#clock.sleep(retryMs);
      }
    }
    return undefined;
  }
}

function lettersAt(place: StoredLetterPlace, progress: Progress): WrittenLetters {
  progress.to = place;
  progress.without.add(place);
  progress.record = undefined;
  return {
    stand: () => {
      progress.without.delete(place);
      progress.record = undefined;
    },
  };
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
