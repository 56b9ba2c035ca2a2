import { addCell, beginCells, cellsAt, rewindCells, skipCells } from '../cells.ts';
import { cellSize, rowSize, tagI64, tagText } from '../layout.ts';
import { byteAt, setByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';
import {
  block,
  cells,
  cellsLimit,
  cellsUsed,
  count,
  form3164,
  form5424,
  forms,
  frames,
  literalTag,
  nameLengths,
  rows,
  side,
  sideLimit,
  sideUsed,
  spare,
  states,
} from './call.ts';
import { header3164 } from './header-3164.ts';
import { header5424 } from './header-5424.ts';
import { beginSide, moveSide, sideAt } from './side.ts';

/** Where names of facilities and severities lie in the literal segment, 16 bytes each; integers 0 … 99 of 8 bytes stand before. */
const facilityNames: i32 = 800;
const severityNames: i32 = 1184;

const timeFromReceipt: i32 = 1;
const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

/**
 * RFC 5424 and RFC 3164 frames of a block as rows and cells. A frame that needs JavaScript (no header, values with escapes
 * this form does not know, odd times) gets the state 1 and no row. The block must be valid UTF-8.
 */
export function syslogFrames(call: i32): void {
  const total = wordAt(call + count);
  beginCells(wordAt(call + cells), wordAt(call + cellsLimit));
  beginSide(wordAt(call + side), wordAt(call + sideLimit));
  for (let index = 0; index < total; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const row = wordAt(call + rows) + index * rowSize;
    const cellBefore = cellsAt();
    const sideBefore = sideAt();
    const done: bool = (wordAt(frame + 12) & frameRejected) === 0 && readFrame(call, frame, row);
    setByte(wordAt(call + states) + index, done ? 0 : 1);
    if (!done) {
      rewindCells(cellBefore);
      moveSide(sideBefore);
      continue;
    }
    skipCells(wordAt(call + spare));
    const fields = ((cellsAt() - cellBefore) / cellSize) | 0;
    setWord(row + 4, (cellBefore - wordAt(call + cells)) >> 2);
    setWord(row + 8, fields * 3);
    setWord(row + 12, fields);
    setWord(row + 16, index);
    setWord(row + 20, -1);
    setWord(row + 28, 0);
  }
  setWord(call + cellsUsed, (cellsAt() - wordAt(call + cells)) >> 2);
  setWord(call + sideUsed, sideAt() - wordAt(call + side));
}

function readFrame(call: i32, frame: i32, row: i32): bool {
  const start = wordAt(call + block) + wordAt(frame);
  let end = start + wordAt(frame + 4);
  if (end > start && byteAt(end - 1) === 0x0a) end--;
  if (end - start < 10 || byteAt(start) !== 0x3c) return false;
  let at = start + 1;
  let priority = 0;
  while (at < end && at - start <= 3 && isDigit(byteAt(at))) priority = priority * 10 + byteAt(at++) - 0x30;
  const padded: bool = byteAt(start + 1) === 0x30 && at - start > 2;
  if (at === start + 1 || padded || priority > 191 || byteAt(at) !== 0x3e) return false;
  setWord(row + 24, timeFromReceipt);
  setWord(row + 32, 0);
  setWord(row + 36, 1 << 31);
  const version = byteAt(at + 1) - 0x30;
  const asked = wordAt(call + forms);
  if (version >= 1 && version <= 9 && byteAt(at + 2) === 0x20) {
    if ((asked & form5424) === 0) return false;
    addPriority(call, priority, version);
    return header5424(call, row, at + 3, end);
  }
  if ((asked & form3164) === 0 || (version >= 1 && version <= 9 && isDigit(byteAt(at + 2)) && byteAt(at + 3) === 0x20)) return false;
  addPriority(call, priority, 0);
  return header3164(call, row, at + 1, end);
}

/** `version` 0: the frame has none. */
function addPriority(call: i32, priority: i32, version: i32): void {
  const literal = wordAt(call + literalTag);
  const facility = priority >> 3;
  const severity = priority & 7;
  addCell(facility << 3, 8, tagI64 | literal);
  addCell(severity << 3, 8, tagI64 | literal);
  if (version > 0) addCell(version << 3, 8, tagI64 | literal);
  addCell(facilityNames + (facility << 4), byteAt(wordAt(call + nameLengths) + facility), tagText | literal);
  addCell(severityNames + (severity << 4), byteAt(wordAt(call + nameLengths) + 24 + severity), tagText | literal);
}

function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}
