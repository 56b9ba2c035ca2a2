import { tagText } from '../layout.ts';
import { copyBytes, setByte, setWord, wordAt, type i32 } from '../platform.ts';
import { cells, count, ends, limit, optionLineFeed, options, output, rowBytes, rows, segments, shapes, states } from '../record-call.ts';

/** The plan of a shape is the column of the text, −1 for none. One text cell of each row, one after the other. Rows without it, or where it is no plain text, get the state 1. */
export function textRecords(call: i32): i32 {
  const last = wordAt(call + count);
  const start = wordAt(call + output);
  const lineFeed: i32 = (wordAt(call + options) & optionLineFeed) !== 0 ? 1 : 0;
  let out = start;
  let index = 0;
  for (; index < last; index++) {
    const row = wordAt(call + rows) + index * rowBytes;
    const shape = wordAt(row);
    const column: i32 = shape < 0 ? -1 : wordAt(wordAt(call + shapes) + (shape << 2));
    let state = 1;
    if (column >= 0) {
      const cell = wordAt(call + cells) + (wordAt(row + 4) << 2) + column * 12;
      const tag = wordAt(cell + 8);
      const length = wordAt(cell + 4);
      if ((tag & 0xff) === tagText) {
        if (length > 0x800_0000 || out + length + 16 > wordAt(call + limit)) break;
        out = copyBytes(out, wordAt(wordAt(call + segments) + (((tag >>> 8) & 0xffff) << 2)) + wordAt(cell), length);
        if (lineFeed !== 0) setByte(out++, 0x0a);
        state = 0;
      }
    }
    setByte(wordAt(call + states) + index, state);
    setWord(wordAt(call + ends) + (index << 2), out - start);
  }
  return index;
}
