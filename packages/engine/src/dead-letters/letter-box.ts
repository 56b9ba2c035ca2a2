import { createSlotTable, readImage, type BatchView } from '@acequia/batch';
import type { CommitValue, Journal, StoredBlock } from '@acequia/journal';
import { deadLetterStream, type LetterMeta } from '../outcomes/dead-letters.ts';
import { unpackImages } from '../delivery/image-frames.ts';
import type { DeadLetterCause, DeadLetterFilter } from './dead-letter.ts';
import { errorOf } from './letter-content.ts';
import { Handovers, type Handover } from './handovers.ts';
import { causeKey, LetterIndex } from './letter-index.ts';
import { LetterMarks, type ClosedState } from './letter-marks.ts';
import { comparePlaces, type LetterPlace } from './letter-place.ts';

/** The letters of one image. */
export interface LetterFrame {
  readonly block: number;
  readonly frame: number;
  readonly meta: LetterMeta;
  readonly image: Uint8Array;
}

export interface LetterRow {
  readonly place: LetterPlace;
  readonly frame: LetterFrame;
  readonly view: BatchView;
  readonly code: string;
}

const readBytes = 1 << 20;
/** Images looked through in one question; the next one goes on. */
const scanBytesMax = 16 << 20;
/** Beyond the last frame of any block. */
const pastFrames = 1_000_000;

/** One tenant's dead letters: the stream, an index over it made by reading it, and what became of each letter. */
export class LetterBox {
  readonly stream: string;
  readonly marks: LetterMarks;
  readonly index: LetterIndex;
  readonly handovers: Handovers;
  readonly #journal: Journal;
  /** Closed letters of blocks by cause. */
  readonly #closed = new Map<number, Map<string, number>>();
  #catchingUp: Promise<void> | undefined;

  constructor(journal: Journal, tenantId: string) {
    this.#journal = journal;
    this.stream = deadLetterStream(tenantId);
    this.marks = new LetterMarks(journal, tenantId);
    this.handovers = new Handovers(journal, tenantId);
    this.index = new LetterIndex(journal.tail(this.stream).block);
  }

  /** Resolves when the index knows everything the stream held at the call. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#readOn().finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  causes(): DeadLetterCause[] {
    return this.index.count((block) => this.#closed.get(block));
  }

  /** Closes letters for good; resolves when that is durable, and with it what else the commit says. */
  async close(
    rows: readonly Pick<LetterRow, 'place' | 'frame' | 'code'>[],
    state: ClosedState,
    also?: ReadonlyMap<string, CommitValue>,
  ): Promise<void> {
    // The others are counted when the index comes to them.
    for (const { place, frame, code } of rows) if (place.block < this.index.next) this.#countClosed(place.block, frame.meta, code);
    await this.marks.close(
      rows.map(({ place }) => place),
      state,
      also,
    );
  }

  /** Writes down what became of a handover, `redriven` or not: closes those of its letters that are open then. Durable when it resolves. */
  async settle(handover: Handover, redriven: boolean): Promise<void> {
    const held = redriven ? await this.find(handover.places.filter(({ block }) => block >= this.index.tail)) : [];
    const open = held.filter(({ place }) => this.marks.state(place) === 'open');
    await this.close(open, 'redriven', this.handovers.settling(handover));
    this.handovers.settled(handover);
  }

  /** Closes the open letters of repeated images from a block on; resolves when that is durable. */
  async closeRepeated(fromBlock: number, isRepeated: (frame: LetterFrame) => boolean): Promise<void> {
    const rows: Pick<LetterRow, 'place' | 'frame' | 'code'>[] = [];
    const { block: end } = this.#journal.head(this.stream);
    for (let next = Math.max(fromBlock, this.#journal.tail(this.stream).block); next < end;) {
      const blocks = (await this.#journal.read(this.stream, { block: next, frame: 0 }, readBytes)).filter(({ block }) => block >= next);
      if (blocks.length === 0) break;
      for (const frame of blocks.flatMap(framesOf)) {
        if (!isRepeated(frame)) continue;
        const view = readFrame(frame);
        for (let row = 0; row < view.count; row++) rows.push(rowOf(frame, view, row));
      }
      next = blocks.at(-1)!.block + 1;
    }
    const open = rows.filter(({ place }) => this.marks.state(place) === 'open');
    if (open.length > 0) await this.close(open, 'repeated');
  }

  /** Gives up blocks before; returns how many open letters went with them. */
  async dropBefore(block: number): Promise<number> {
    const before = this.#openLetters();
    this.#journal.trim(this.stream, { block, frame: 0 });
    this.index.drop(block);
    for (const known of this.#closed.keys()) if (known < block) this.#closed.delete(known);
    const lost = before - this.#openLetters();
    await this.marks.forget(block);
    return lost;
  }

  /** The letters at the places that are still held, in order. */
  async find(places: readonly LetterPlace[]): Promise<LetterRow[]> {
    const rows: LetterRow[] = [];
    const sorted = [...places].sort(comparePlaces);
    for (let at = 0; at < sorted.length;) {
      const { block } = sorted[at]!;
      let end = at;
      while (end < sorted.length && sorted[end]!.block === block) end++;
      const wanted = sorted.slice(at, end);
      for (const frame of await this.#frames(block)) {
        const ofFrame = wanted.filter((place) => place.frame === frame.frame);
        if (ofFrame.length === 0) continue;
        const view = readFrame(frame);
        for (const place of ofFrame) if (place.row < view.count) rows.push(rowOf(frame, view, place.row));
      }
      at = end;
    }
    return rows;
  }

  /**
   * Goes through the letters that fit, from beyond `from` on, until `visit` says false or much has been read. Returns the
   * last place looked at; undefined when nothing is left.
   */
  async walk(
    filter: DeadLetterFilter,
    order: 'newest' | 'oldest',
    from: LetterPlace | undefined,
    fits: (row: LetterRow) => boolean,
    visit: (row: LetterRow) => boolean,
  ): Promise<LetterPlace | undefined> {
    const step = order === 'newest' ? -1 : 1;
    const first = order === 'newest' ? Math.min(from?.block ?? Infinity, this.index.next - 1) : Math.max(from?.block ?? 0, this.index.tail);
    let scanned = 0;
    for (let block = first; block >= this.index.tail && block < this.index.next; block += step) {
      if (!this.index.mayHold(block, filter)) continue;
      const frames = await this.#frames(block);
      for (const frame of order === 'newest' ? frames.reverse() : frames) {
        if (!fitsFrame(frame.meta, filter)) continue;
        scanned += frame.image.length;
        const view = readFrame(frame);
        for (let n = 0; n < view.count; n++) {
          const index = order === 'newest' ? view.count - 1 - n : n;
          const row = rowOf(frame, view, index);
          if (from && comparePlaces(row.place, from) * step <= 0) continue;
          if (this.marks.state(row.place) !== (filter.state ?? 'open')) continue;
          if ((filter.code !== undefined && row.code !== filter.code) || !fits(row)) continue;
          if (!visit(row)) return row.place;
        }
      }
      if (scanned >= scanBytesMax) return order === 'newest' ? { block, frame: 0, row: 0 } : { block, frame: pastFrames, row: 0 };
    }
    return undefined;
  }

  async #readOn(): Promise<void> {
    this.index.drop(this.#journal.tail(this.stream).block);
    while (this.index.next < this.#journal.head(this.stream).block) {
      const from = this.index.next;
      const blocks = (await this.#journal.read(this.stream, { block: from, frame: 0 }, readBytes)).filter(({ block }) => block >= from);
      if (blocks.length === 0) break;
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: StoredBlock): void {
    const frames = framesOf(block);
    this.index.add(
      block.block,
      frames.map(({ meta, image }) => ({
        atMs: meta.atMs,
        editedMs: meta.edit?.atMs,
        bytes: image.length,
        causes: meta.codes.map(([code, count]) => [causeOf(meta, code), count] as const),
      })),
    );
    for (const frame of frames) {
      const closed = this.marks.closedRows(frame.block, frame.frame);
      if (closed.length === 0) continue;
      const view = frame.meta.codes.length > 1 ? readFrame(frame) : undefined;
      for (const row of closed) this.#countClosed(frame.block, frame.meta, view ? rowOf(frame, view, row).code : frame.meta.codes[0]![0]);
    }
    for (const { meta } of frames) if (meta.replaces) this.#replaced(meta.replaces, meta);
  }

  /** The edited letter has the same cause as the one it stands for. */
  #replaced(place: LetterPlace, meta: LetterMeta): void {
    if (place.block < this.index.tail || this.marks.state(place) !== 'open') return;
    this.marks.note(place, 'edited');
    this.#countClosed(place.block, meta, meta.codes[0]![0]);
  }

  #countClosed(block: number, meta: LetterMeta, code: string): void {
    let causes = this.#closed.get(block);
    if (!causes) this.#closed.set(block, (causes = new Map()));
    const key = causeKey(causeOf(meta, code));
    causes.set(key, (causes.get(key) ?? 0) + 1);
  }

  #openLetters(): number {
    return this.causes().reduce((sum, { count }) => sum + count, 0);
  }

  async #frames(block: number): Promise<LetterFrame[]> {
    const blocks = await this.#journal.read(this.stream, { block, frame: 0 }, 1);
    const found = blocks.find((stored) => stored.block === block);
    return found ? framesOf(found) : [];
  }
}

const framesOf = (block: StoredBlock): LetterFrame[] =>
  unpackImages(block, 0).frames.map(({ frame, meta, image }) => ({ block: block.block, frame, meta: meta as LetterMeta, image }));

const readFrame = ({ image }: LetterFrame): BatchView => readImage(image, { slots: createSlotTable() });

function rowOf(frame: LetterFrame, view: BatchView, row: number): LetterRow {
  return { place: { block: frame.block, frame: frame.frame, row }, frame, view, code: errorOf(view, view.rows[row]!).code ?? '' };
}

function causeOf({ origin }: LetterMeta, code: string) {
  const { pipelineId, node, listenerId } = origin;
  return { pipelineId, node, listenerId: pipelineId === '' ? listenerId : '', code };
}

function fitsFrame({ origin, codes, atMs }: LetterMeta, filter: DeadLetterFilter): boolean {
  return (
    (filter.pipelineId === undefined || origin.pipelineId === filter.pipelineId) &&
    (filter.node === undefined || origin.node === filter.node) &&
    (filter.listenerId === undefined || origin.listenerId === filter.listenerId) &&
    (filter.code === undefined || codes.some(([code]) => code === filter.code)) &&
    (filter.fromMs === undefined || atMs >= filter.fromMs) &&
    (filter.toMs === undefined || atMs <= filter.toMs)
  );
}
