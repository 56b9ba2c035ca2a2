import { byteAt, type bool, type i32 } from '../platform.ts';
import { digitsEnd } from '../read-number.ts';
import { none, unsure } from './value.ts';

const runMax: i32 = 45;
const colon: i32 = 0x3a;
const dot: i32 = 0x2e;

/** End of an address that is written as it is printed: a dotted quad, or IPv6 by RFC 5952. `version`: 4, 6 or 0 for both. */
export function ipEnd(at: i32, end: i32, version: i32): i32 {
  const quad = quadEnd(at, end);
  if (quad >= 0) return isStrictQuad(at, quad) && (version === 0 || version === 4) ? quad : none;
  let to = at;
  let colons = 0;
  let others = 0;
  while (to < end && isPart(byteAt(to))) {
    if (byteAt(to) === colon) colons++;
    else if (!isSmallHex(byteAt(to))) others++;
    to++;
  }
  if (to - at < 2 || colons === 0) return none;
  if (others > 0 || to - at >= runMax) return unsure;
  if (byteAt(to - 1) === colon && byteAt(to - 2) !== colon) to--;
  if (!isPrintedIpv6(at, to)) return unsure;
  return version === 0 || version === 6 ? to : none;
}

function isPart(byte: i32): bool {
  const small = byte | 0x20;
  return byte === dot || (byte >= 0x30 && byte <= colon) || (small >= 0x61 && small <= 0x66);
}

function isSmallHex(byte: i32): bool {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66);
}

/** End of four runs of one to three digits with points between; −1 when there is none. */
function quadEnd(at: i32, end: i32): i32 {
  for (let part = 0; part < 4; part++) {
    const to = digitsEnd(at, end);
    if (to === at || to - at > 3) return -1;
    if (part === 3) return to;
    if (to >= end || byteAt(to) !== dot) return -1;
    at = to + 1;
  }
  return -1;
}

function isStrictQuad(at: i32, end: i32): bool {
  while (at < end) {
    const to = digitsEnd(at, end);
    let value = 0;
    for (let i = at; i < to; i++) value = value * 10 + byteAt(i) - 0x30;
    if (value > 255 || (to - at > 1 && byteAt(at) === 0x30)) return false;
    at = to + 1;
  }
  return true;
}

/** Groups without leading zeros, `::` for the first of the longest runs of zeros; not an IPv4 address in IPv6. */
function isPrintedIpv6(at: i32, end: i32): bool {
  const start = at;
  let groups = 0;
  let gap = -1;
  let run = 0;
  let runBefore = 0;
  let runAfter = 0;
  if (byteAt(at) === colon) {
    if (byteAt(at + 1) !== colon) return false;
    gap = 0;
    at += 2;
  }
  while (at < end) {
    const from = at;
    while (at < end && byteAt(at) !== colon) at++;
    const isZero: bool = at - from === 1 && byteAt(from) === 0x30;
    if (at === from || at - from > 4 || (byteAt(from) === 0x30 && !isZero)) return false;
    if (isZero && groups === gap) return false;
    run = isZero ? run + 1 : 0;
    if (gap < 0 && run > runBefore) runBefore = run;
    if (gap >= 0 && run > runAfter) runAfter = run;
    groups++;
    if (at === end) break;
    at++;
    if (at === end) return false;
    if (byteAt(at) === colon) {
      if (gap >= 0 || isZero) return false;
      gap = groups;
      run = 0;
      at++;
    }
  }
  if (gap < 0) return groups === 8 && runBefore < 2;
  const missing: i32 = 8 - groups;
  const isMapped: bool = gap === 0 && groups === 3 && end - start > 7 && byteAt(start + 2) === 0x66 && byteAt(start + 6) === colon;
  return missing >= 2 && runBefore < missing && runAfter <= missing && !isMapped;
}
