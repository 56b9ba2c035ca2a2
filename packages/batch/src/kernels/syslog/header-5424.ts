import { byteAt, findByte, setWord, type bool, type i32 } from '../platform.ts';
import { hasApp, hasData, hasHost, hasId, hasMessage, hasProc, hasTime, hasVersion } from './call.ts';
import { readIsoTime } from './read-time.ts';
import { addTime } from './side.ts';
import { structuredData } from './structured-data.ts';
import { addHeaderWord, addSpan } from './words.ts';

/** The rest of a frame behind `<PRI>VERSION `. False: left to JavaScript. */
export function header5424(call: i32, row: i32, from: i32, end: i32): bool {
  let shape = hasVersion;
  const timeEnd = findByte(from, end, 0x20);
  if (timeEnd - from !== 1 || byteAt(from) !== 0x2d) {
    if (!readIsoTime(from, timeEnd) || !addTime(call, row)) return false;
    shape |= hasTime;
  }
  if (timeEnd >= end) return false;
  const hostEnd = findByte(timeEnd + 1, end, 0x20);
  if (hostEnd >= end) return false;
  if (addHeaderWord(call, timeEnd + 1, hostEnd)) shape |= hasHost;
  const appEnd = findByte(hostEnd + 1, end, 0x20);
  if (appEnd >= end) return false;
  if (addHeaderWord(call, hostEnd + 1, appEnd)) shape |= hasApp;
  const procEnd = findByte(appEnd + 1, end, 0x20);
  if (procEnd >= end) return false;
  if (addHeaderWord(call, appEnd + 1, procEnd)) shape |= hasProc;
  const idEnd = findByte(procEnd + 1, end, 0x20);
  if (idEnd >= end) return false;
  if (addHeaderWord(call, procEnd + 1, idEnd)) shape |= hasId;
  const dataAt = idEnd + 1;
  let dataEnd = dataAt + 1;
  if (dataAt >= end) return false;
  if (byteAt(dataAt) !== 0x2d) {
    dataEnd = structuredData(call, dataAt, end);
    if (dataEnd < 0) return false;
    shape |= hasData;
  }
  if (dataEnd < end && byteAt(dataEnd) !== 0x20) return false;
  if (dataEnd + 1 <= end) {
    let text = dataEnd + 1;
    if (text + 3 <= end && byteAt(text) === 0xef && byteAt(text + 1) === 0xbb && byteAt(text + 2) === 0xbf) text += 3;
    addSpan(call, text, end);
    shape |= hasMessage;
  }
  setWord(row, shape);
  return true;
}
