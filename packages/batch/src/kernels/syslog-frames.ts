import { facilityNames, severityNames } from '@acequia/event';
import type { BulkRows } from '../bulk-rows.ts';
import { frameWords } from '../frame-block.ts';
import { rowWords } from '../row-table.ts';
import type { FrameBlock, Slot, SlotTable } from '../view.ts';
import type { Kernels } from './kernels.ts';

const required = ['facility', 'severity', 'version', 'facility_name', 'severity_name'];
/** In the order of their bits. */
const optional = ['timestamp', 'hostname', 'app_name', 'proc_id', 'msg_id', 'structured_data', 'message'];

const cellsPerFrame = required.length + optional.length;
const callWords = 16;
const nameBytes = 16;
const integers = 100;

const literalBytes = makeLiterals();
const nameLengths = Uint8Array.from([...facilityNames, ...severityNames], (name) => name.length);

/** Decodes RFC 5424 frames of whole blocks. One per lane and listener. */
export class SyslogFrames {
  readonly #kernels: Kernels;
  readonly #required: readonly Slot[];
  readonly #optional: readonly Slot[];

  constructor(kernels: Kernels, slots: SlotTable) {
    this.#kernels = kernels;
    this.#required = required.map((name) => slots.slot(name));
    this.#optional = optional.map((name) => slots.slot(name));
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
    const cells = kernels.region(count * (cellsPerFrame + out.spare) * 12);
    const states = kernels.region(count);
    const lengths = kernels.copyIn(nameLengths);
    const sideRoom = Math.min(kernels.free, count * 64 + block.bytes.length * 2);
    const side = kernels.region(sideRoom);
    if (bytes < 0 || frames < 0 || rows < 0 || cells < 0 || states < 0 || lengths < 0 || side < 0) return false;
    const literal = out.addSegment(literalBytes, true);
    const sideSegment = out.reserveSegment();
    kernels.words.set(
      [bytes, frames, count, rows, cells, side, side + sideRoom, states, literal << 8, sideSegment << 8, lengths, 0, 0, out.spare * 12],
      call >> 2,
    );
    kernels.run.syslogFrames(call);
    const cellWords = kernels.words[(call >> 2) + 11]!;
    const sideBytes = kernels.words[(call >> 2) + 12]!;
    out.setSegment(sideSegment, kernels.bytes.subarray(side, side + sideBytes));
    const cellBase = out.addCells(new Uint32Array(kernels.bytes.buffer, cells, cellWords));
    const state = kernels.bytes.subarray(states, states + count);
    this.#hand(state, kernels.words.subarray(rows >> 2, (rows >> 2) + count * rowWords), cellBase, out, other);
    return true;
  }

  #hand(state: Uint8Array, rows: Int32Array, cellBase: number, out: BulkRows, other: (frame: number) => void): void {
    const shapes = new Map<number, number>();
    for (let frame = 0; frame < state.length; frame++) {
      if (state[frame] !== 0) {
        other(frame);
        continue;
      }
      const at = frame * rowWords;
      const bits = rows[at]!;
      let shape = shapes.get(bits);
      if (shape === undefined) shapes.set(bits, (shape = out.shapeOf(this.#slotsOf(bits))));
      if (shape < 0) {
        other(frame);
        continue;
      }
      rows[at] = shape;
      rows[at + 1]! += cellBase;
      out.addRow(rows, at);
    }
  }

  #slotsOf(bits: number): readonly Slot[] {
    return [...this.#required, ...this.#optional.filter((_, index) => (bits & (1 << index)) !== 0)];
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
