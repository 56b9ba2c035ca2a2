import { findText } from '../find-text.ts';
import { setByte, wordAt, type i32 } from '../platform.ts';

/** Words of the call: see `contains-column.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const text: i32 = 12;
const length: i32 = 16;
const results: i32 = 20;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

/** Which texts hold another one: 1 = it does. Texts that are not here keep what is there. */
export function textsContaining(call: i32): void {
  const texts = wordAt(call + count);
  for (let index = 0; index < texts; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    if ((wordAt(frame + 12) & frameRejected) !== 0) continue;
    const from = wordAt(call + block) + wordAt(frame);
    const found = findText(from, from + wordAt(frame + 4), wordAt(call + text), wordAt(call + length));
    setByte(wordAt(call + results) + index, found < 0 ? 0 : 1);
  }
}
