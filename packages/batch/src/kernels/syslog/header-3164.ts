import { byteAt, findByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';
import { hasApp, hasHost, hasMessage, hasProc, hasTime, legacyDays } from './call.ts';
import { readIsoTime, readLegacyTime } from './read-time.ts';
import { addTime } from './side.ts';
import { addHeaderWord, addSpan } from './words.ts';

const tagBytesMax: i32 = 64;
const procBytesMax: i32 = 128;

/** The rest of a frame behind `<PRI>`: time, host, tag and text. False: left to JavaScript. */
export function header3164(call: i32, row: i32, from: i32, end: i32): bool {
  let at = timeEnd(call, from, end);
  if (at < 0) return false;
  if (at < end && byteAt(at) === 0x3a) at++;
  if ((at < end && byteAt(at) !== 0x20) || !addTime(call, row)) return false;
  if (at < end) at++;
  let shape = hasTime | hasMessage;
  const hostEnd = findByte(at, end, 0x20);
  if (hostEnd < end && !isTag(at, hostEnd)) {
    if (addHeaderWord(call, at, hostEnd)) shape |= hasHost;
    at = hostEnd + 1;
  }
  setWord(row, shape | tagAndText(call, at, end));
  return true;
}

/** Position behind the time at `from`, or −1. */
function timeEnd(call: i32, from: i32, end: i32): i32 {
  const byte: i32 = from < end ? byteAt(from) : 0;
  if (byte < 0x30 || byte > 0x39) return readLegacyTime(from, end, wordAt(call + legacyDays));
  let to = findByte(from, end, 0x20);
  if (byteAt(to - 1) === 0x3a) to--;
  return readIsoTime(from, to) ? to : -1;
}

/** Whether what stands where the host should is a tag already: `su:` or `su[77]`. */
function isTag(from: i32, end: i32): bool {
  return end > from && (byteAt(end - 1) === 0x3a || byteAt(end - 1) === 0x5d);
}

/** `su[77]: text`; what has no tag is all text. Returns the bits of the fields it has. */
function tagAndText(call: i32, from: i32, end: i32): i32 {
  let at = from;
  while (at < end && at - from < tagBytesMax && isTagByte(byteAt(at))) at++;
  const tagEnd = at;
  let procEnd = -1;
  if (at > from && at < end && byteAt(at) === 0x5b) {
    const last: i32 = end < at + procBytesMax + 1 ? end : at + procBytesMax + 1;
    const close = findByte(at, last, 0x5d);
    if (close < last) procEnd = close;
  }
  const behind: i32 = procEnd < 0 ? tagEnd : procEnd + 1;
  const ended: bool = behind < end && byteAt(behind) === 0x3a;
  if (tagEnd === from || (!ended && procEnd < 0)) {
    addSpan(call, from, end);
    return 0;
  }
  let fields = hasApp;
  addSpan(call, from, tagEnd);
  if (procEnd > tagEnd + 1) {
    addSpan(call, tagEnd + 1, procEnd);
    fields |= hasProc;
  }
  at = ended ? behind + 1 : behind;
  if (at < end && byteAt(at) === 0x20) at++;
  addSpan(call, at, end);
  return fields;
}

function isTagByte(byte: i32): bool {
  return byte > 0x20 && byte !== 0x3a && byte !== 0x5b && byte !== 0x5d && byte < 0x7f;
}
