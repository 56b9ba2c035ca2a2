import { assert, MiB } from '@acequia/base';
import type { BatchFrames } from './batch-frames.ts';
import type { LaneMemory } from './lane-memory.ts';
import { RowTable } from './row-table.ts';
import { ShapeTable } from './shape-table.ts';
import type { ArrayPool } from './array-pool.ts';
import { SideArena } from './side-arena.ts';
import type { TextBuffer } from './text-buffer.ts';
import { ValueCache } from './value-cache.ts';
import type { Row, Slot, SlotTable } from './view.ts';

/** Words of a cell: offset, length, tag (segment in bits 8–23). */
export const cellWords = 3;
/** Words of a field of a generic row: the name's two words, then the cell. */
export const genericWords = 5;
/** Second name word of a generic field whose name is a slot (the first word). */
export const slotName = 0xffffffff;
/** Fields of an event (catalogue 0.4). */
export const fieldsMax = 1024;
/**
 * Bytes that a run may add to a batch, but for its last value. What evaluates expressions is stopped long before, by its steps, and
 * still has room to put back what it has replaced.
 */
export const addedBytesMax = 128 * MiB;

export interface BatchResources {
  readonly slots: SlotTable;
  /** The lane's pool; without it new values lie on the heap. */
  readonly memory?: LaneMemory;
  /** The lane's pool of arrays; without it they are made anew. */
  readonly pool?: ArrayPool;
  /** The lane's cache, used again from batch to batch; only one living batch may hold it. */
  readonly cache?: ValueCache;
  /** Called once when nobody holds the batch any more: the block's arena is free again. */
  readonly onRelease?: () => void;
}

/** What all views of a batch share: segments, cells, shapes, and one count of holders. Cells are only ever appended, except those a table owns. */
export class BatchCore {
  readonly slots: SlotTable;
  /** Slots from here on were made after the batch: its generic rows know them by name only. */
  readonly slotsAtStart: number;
  readonly frames: BatchFrames;
  readonly side: SideArena;
  readonly shapes: ShapeTable;
  readonly cache: ValueCache;
  readonly nameOf: (slot: Slot) => string;
  cells: Uint32Array;
  cellEnd = 0;
  /** Tails of ids of rows that steps added; index 0 is none. */
  readonly suffixes: string[] = [''];
  readonly pool: ArrayPool | undefined;
  readonly #onRelease: (() => void) | undefined;
  readonly #tables: RowTable[] = [];
  readonly #taken: ArrayBuffer[] = [];
  #holders = 1;
  /** Steps of its rows, of those alone that took many; undefined while nobody counts. */
  #steps: Map<Row, number> | undefined;
  /** `side.added` from which on the run under way may add nothing more. */
  #addedMax = Number.POSITIVE_INFINITY;

  /** `cells`: those of an image, or how many words to have room for. */
  constructor(
    block: TextBuffer,
    blockAscii: boolean,
    frames: BatchFrames,
    cells: Uint32Array | number,
    resources: BatchResources,
    shapes = new ShapeTable(),
  ) {
    this.shapes = shapes;
    this.slots = resources.slots;
    this.slotsAtStart = resources.slots.size;
    this.frames = frames;
    this.side = new SideArena(block, blockAscii, resources.memory, resources.pool);
    this.cache = resources.cache ?? new ValueCache();
    this.nameOf = (slot) => this.slots.name(slot);
    this.pool = resources.pool;
    this.cells = typeof cells === 'number' ? this.#newCells(cells) : cells;
    this.#onRelease = resources.onRelease;
  }

  /** Makes sure of room for `words` at `cellEnd`; the array may be another one afterwards, with all cells, those beyond `cellEnd` too. */
  room(words: number): Uint32Array {
    const wanted = this.cellEnd + words;
    if (wanted > this.cells.length) {
      const grown = this.#newCells(Math.max(wanted, this.cells.length * 2));
      grown.set(this.cells);
      this.#giveCells();
      this.cells = grown;
    }
    return this.cells;
  }

  /** A row table that goes back to the pool with the batch. */
  newTable(rows: number): RowTable {
    const table = new RowTable(rows, this.pool);
    if (this.pool) this.#tables.push(table);
    return table;
  }

  /** Words that are used while the batch lives; whatever they held before. */
  words(count: number): Uint32Array<ArrayBuffer> {
    if (this.pool === undefined) return new Uint32Array(count);
    const buffer = this.pool.take(count * 4);
    this.#taken.push(buffer);
    return new Uint32Array(buffer, 0, count);
  }

  /** Begins to add up the steps of each row, and the bytes of values, from nothing; false when somebody does already. */
  startRun(): boolean {
    if (this.#steps !== undefined) return false;
    this.#steps = new Map();
    this.#addedMax = this.side.added + addedBytesMax;
    return true;
  }

  endRun(): void {
    this.#steps = undefined;
    this.#addedMax = Number.POSITIVE_INFINITY;
  }

  /** The run under way has added `addedBytesMax`. */
  get isOverfull(): boolean {
    return this.side.added >= this.#addedMax;
  }

  /** The row's sum with these; undefined while nobody counts. */
  spendSteps(row: Row, steps: number): number | undefined {
    if (this.#steps === undefined) return undefined;
    const sum = (this.#steps.get(row) ?? 0) + steps;
    this.#steps.set(row, sum);
    return sum;
  }

  get living(): boolean {
    return this.#holders > 0;
  }

  retain(): void {
    assert(this.#holders > 0, 'a released batch was retained');
    this.#holders++;
  }

  release(): void {
    assert(this.#holders > 0, 'a batch was released twice');
    if (--this.#holders > 0) return;
    this.cache.reset();
    this.side.release();
    this.#giveCells();
    this.cells = new Uint32Array(0);
    for (const table of this.#tables) table.release();
    this.#tables.length = 0;
    for (const buffer of this.#taken) this.pool?.give(buffer);
    this.#taken.length = 0;
    this.#onRelease?.();
  }

  #newCells(words: number): Uint32Array {
    return new Uint32Array(this.pool?.take(words * 4) ?? new ArrayBuffer(words * 4));
  }

  #giveCells(): void {
    this.pool?.give(this.cells.buffer as ArrayBuffer);
  }
}
