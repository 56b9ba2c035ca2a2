import { cellTags, type BatchBuilder, type FrameBlock, type SlotTable } from '@acequia/batch';
import type { TimeMember } from '../time-member.ts';
import { columnNames, csvHeaderAttribute, headerColumns } from './columns.ts';

export interface CsvDecoding {
  /** Names of the columns; empty: the header row in the meta of each frame. */
  readonly columns: readonly string[];
  readonly separator: string;
}

type Target = (column: number, bytes: Uint8Array, offset: number, length: number, escaped: boolean) => void;

interface Header {
  readonly names: readonly string[];
  /** Undefined: the names are written as data, because so many have been met. */
  readonly slots: Int32Array | undefined;
  readonly timeColumn: number;
}

/** Header rows are data: only so many names get a slot of their own. */
const headerSlotsMax = 4096;
const quote = 0x22;

/**
 * RFC 4180: cells to text fields named by the columns. Cells that are missing make no field; more cells than columns, or a
 * quote left open, refuse the row. Frames must be valid UTF-8: give bad ones to `text`.
 */
export function createCsvDecoder(config: CsvDecoding, slots: SlotTable, time?: TimeMember) {
  const separator = Buffer.from(config.separator)[0] ?? 0x2c;
  const given = config.columns.length === 0 ? undefined : headerOf(config.columns, true);
  const headers = new Map<string, Header>();
  let slotsGiven = 0;

  function headerOf(columns: readonly string[], mayHaveSlots: boolean): Header {
    const names = columnNames(columns);
    return {
      names,
      slots: mayHaveSlots ? Int32Array.from(names, (name) => slots.slot(name)) : undefined,
      timeColumn: time ? columns.findIndex((column, index) => column.trim() === time.name || names[index] === time.name) : -1,
    };
  }

  function headerFor(block: FrameBlock, frame: number): Header {
    if (given) return given;
    const text = block.meta(frame).attributes?.[csvHeaderAttribute] ?? '';
    let header = headers.get(text);
    if (header === undefined) {
      const columns = headerColumns(text, config.separator);
      slotsGiven += columns.length;
      header = headerOf(columns, slotsGiven <= headerSlotsMax);
      if (headers.size >= 1000) headers.clear();
      headers.set(text, header);
    }
    return header;
  }

  function row(bytes: Uint8Array, start: number, end: number, block: FrameBlock, frame: number, out: BatchBuilder, lies: boolean): boolean {
    const header = headerFor(block, frame);
    const target: Target = (column, from, offset, length, escaped) => {
      const slot = header.slots?.[column];
      if (lies && !escaped && slot !== undefined) out.span(slot, offset, length, cellTags.text);
      else {
        const plain = textOf(from, offset, length);
        const value = escaped ? plain.replaceAll('""', '"') : plain;
        if (slot === undefined) out.namedValue(header.names[column]!, value);
        else out.value(slot, value);
      }
      if (time === undefined || column !== header.timeColumn) return;
      const ns = time.read(textOf(from, offset, length));
      if (ns !== undefined) out.time(ns);
    };
    out.begin(frame);
    const fault = scanRow(bytes, start, end, separator, header.names.length, target);
    if (fault === undefined) return true;
    out.reject(frame, fault.code, { offset: fault.at - start });
    return false;
  }

  return {
    frame: (block: FrameBlock, frame: number, out: BatchBuilder): boolean => {
      const start = block.offset(frame);
      return row(block.bytes, start, start + block.length(frame), block, frame, out, true);
    },
    /** The same from repaired text. */
    text: (text: string, block: FrameBlock, frame: number, out: BatchBuilder): boolean => {
      const bytes = Buffer.from(text);
      return row(bytes, 0, bytes.length, block, frame, out, false);
    },
  };
}

/** Calls back for each cell; the fault that refuses the row, or undefined. */
function scanRow(
  bytes: Uint8Array,
  start: number,
  end: number,
  separator: number,
  columns: number,
  target: Target,
): { readonly code: string; readonly at: number } | undefined {
  let at = start;
  for (let column = 0; ; column++) {
    if (column >= columns) return { code: 'DECODE_CSV_COLUMNS', at };
    if (at < end && bytes[at] === quote) {
      const from = at + 1;
      let escaped = false;
      for (at = from; at < end; at++) {
        if (bytes[at] !== quote) continue;
        if (at + 1 >= end || bytes[at + 1] !== quote) break;
        escaped = true;
        at++;
      }
      if (at >= end) return { code: 'DECODE_CSV_QUOTE', at: from - 1 };
      target(column, bytes, from, at - from, escaped);
      at++;
      if (at < end && bytes[at] !== separator) return { code: 'DECODE_CSV_QUOTE', at };
    } else {
      const from = at;
      while (at < end && bytes[at] !== separator) at++;
      target(column, bytes, from, at - from, false);
    }
    if (at >= end) return undefined;
    at++;
  }
}

const textOf = (bytes: Uint8Array, offset: number, length: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString();
