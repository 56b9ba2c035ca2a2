import { facilityNames, severityNames } from '@acequia/event';
import type { BulkRows } from '../bulk-rows.ts';
import { frameWords } from '../frame-block.ts';
import { rowWords } from '../row-table.ts';
import type { FrameBlock, Slot, SlotTable } from '../view.ts';
import type { Kernels } from './kernels.ts';

/** Fields in their order, and their bits in a row's shape; 0: each row has the field. */
const fields: readonly (readonly [string, number])[] = [
  ['facility', 0],
  ['severity', 0],
  ['version', 1],
  ['facility_name', 0],
  ['severity_name', 0],
  ['timestamp', 2],
  ['hostname', 4],
  ['app_name', 8],
  ['proc_id', 16],
  ['msg_id', 32],
  ['structured_data', 64],
  ['message', 128],
];

/** As many as the bits of a shape can say. */
const shapeBits = 256;
const shapeUnknown = -2;

const callWords = 20;
/** Words of the results in a call. */
const cellsUsed = 15;
const sideUsed = 16;
const form5424 = 1;
const form3164 = 2;
const nameBytes = 16;
const integers = 100;

const literalBytes = makeLiterals();
const nameLengths = Uint8Array.from([...facilityNames, ...severityNames], (name) => name.length);

/**
 * What the days of times without a year mean: per month and day of 31 two words, days since 1970 (below 0: not the same for
 * the whole day, or no such day) and seconds the zone is ahead of UTC.
 */
export type LegacyDays = (receivedMs: number) => { readonly words: Int32Array; readonly fromMs: number; readonly toMs: number };

export interface SyslogFramesOptions {
  readonly standard: 'auto' | 'rfc5424' | 'rfc3164';
  readonly legacyDays: LegacyDays;
}

/** Decodes RFC 5424 and RFC 3164 frames of whole blocks. One per lane and listener. */
export class SyslogFrames {
  readonly #kernels: Kernels;
  readonly #options: SyslogFramesOptions;
  readonly #fields: readonly (readonly [Slot, number])[];

  constructor(kernels: Kernels, slots: SlotTable, options: SyslogFramesOptions) {
    this.#kernels = kernels;
    this.#options = options;
    this.#fields = fields.map(([name, bit]) => [slots.slot(name), bit]);
  }

  /**
   * Adds an event for each frame it can read, in order, and calls `other` for those between them that it cannot; that
   * must not use the kernels. The block's text must be valid UTF-8. False: the block does not fit, nothing was done.
   */
  decode(block: FrameBlock, out: BulkRows, other: (frame: number) => void): boolean {
    const kernels = this.#kernels;
    const { count } = block;
    const table = block.table;
    if (table === undefined || count === 0) return false;
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const bytes = kernels.copyIn(block.bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, count * frameWords * 4));
    const rows = kernels.region(count * rowWords * 4);
    const cellsRoom = count * (fields.length + out.spare) * 12;
    const cells = kernels.region(cellsRoom);
    const states = kernels.region(count);
    const lengths = kernels.copyIn(nameLengths);
    const days = this.#daysOf(block);
    const legacyDays = days === undefined ? 0 : kernels.copyIn(new Uint8Array(days.buffer, days.byteOffset, days.byteLength));
    const sideRoom = Math.min(kernels.free, count * 64 + block.bytes.length * 2);
    const side = kernels.region(sideRoom);
    if ([bytes, frames, rows, cells, states, lengths, legacyDays, side].some((region) => region < 0)) return false;
    const literal = out.addSegment(literalBytes, true);
    const sideSegment = out.reserveSegment();
    const forms = (this.#options.standard === 'rfc3164' ? 0 : form5424) | (days === undefined ? 0 : form3164);
    const regions = [bytes, frames, count, rows, cells, cells + cellsRoom, side, side + sideRoom, states];
    kernels.words.set([...regions, literal << 8, sideSegment << 8, lengths, out.spare * 12, forms, legacyDays], call >> 2);
    kernels.run.syslogFrames(call);
    const cellWords = kernels.words[(call >> 2) + cellsUsed]!;
    const sideBytes = kernels.words[(call >> 2) + sideUsed]!;
    out.setSegment(sideSegment, kernels.bytes.subarray(side, side + sideBytes));
    const cellBase = out.addCells(new Uint32Array(kernels.bytes.buffer, cells, cellWords));
    const state = kernels.bytes.subarray(states, states + count);
    this.#hand(state, kernels.words.subarray(rows >> 2, (rows >> 2) + count * rowWords), cellBase, out, other);
    return true;
  }

  #hand(state: Uint8Array, rows: Int32Array, cellBase: number, out: BulkRows, other: (frame: number) => void): void {
    const shapes = new Int32Array(shapeBits).fill(shapeUnknown);
    let first = 0;
    for (let frame = 0; frame < state.length; frame++) {
      const at = frame * rowWords;
      let shape = -1;
      if (state[frame] === 0) {
        const bits = rows[at]!;
        shape = shapes[bits]!;
        if (shape === shapeUnknown) shape = shapes[bits] = out.shapeOf(this.#slotsOf(bits));
      }
      if (shape >= 0) {
        rows[at] = shape;
        rows[at + 1]! += cellBase;
        continue;
      }
      if (frame > first) out.addRows(rows, first, frame - first);
      other(frame);
      first = frame + 1;
    }
    if (state.length > first) out.addRows(rows, first, state.length - first);
  }

  /** Undefined: RFC 3164 is not read, or the block spans more time than one table holds for. Frames are in the order of their receipt. */
  #daysOf({ meta, count }: FrameBlock): Int32Array | undefined {
    if (this.#options.standard === 'rfc5424') return undefined;
    const { words, fromMs, toMs } = this.#options.legacyDays(meta(0).receivedMs);
    const lastMs = meta(count - 1).receivedMs;
    return lastMs >= fromMs && lastMs <= toMs ? words : undefined;
  }

  #slotsOf(bits: number): readonly Slot[] {
    return this.#fields.filter(([, bit]) => bit === 0 || (bits & bit) !== 0).map(([slot]) => slot);
  }
}

/** Integers 0 … 99 of 8 bytes, then names of facilities and severities, 16 bytes each. */
function makeLiterals(): Uint8Array {
  const bytes = new Uint8Array(integers * 8 + (facilityNames.length + severityNames.length) * nameBytes);
  for (let value = 0; value < integers; value++) bytes[value * 8] = value;
  for (const [index, name] of [...facilityNames, ...severityNames].entries())
    bytes.set(Buffer.from(name, 'latin1'), integers * 8 + index * nameBytes);
  return bytes;
}
