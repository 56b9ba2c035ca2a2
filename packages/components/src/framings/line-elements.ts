import { bomLength } from './json-elements.ts';
import type { ElementList } from './element-list.ts';
import type { FramerLimits } from './framer.ts';

/** The lines of a whole body; one CR before a line feed is dropped, blank lines are empty. */
export function lineElements(bytes: Uint8Array, limits: FramerLimits, list: ElementList): void {
  let at = bomLength(bytes);
  while (at < bytes.length) {
    const feed = bytes.indexOf(10, at);
    const end = feed < 0 ? bytes.length : feed;
    const trimmed = end > at && bytes[end - 1] === 13 ? end - 1 : end;
    wholeElement(bytes, at, trimmed, limits, list);
    at = end + 1;
  }
}

/** One element of any content, cut or refused when oversize. */
export function wholeElement(bytes: Uint8Array, start: number, end: number, limits: FramerLimits, list: ElementList): void {
  const { maxEventBytes, onOversize } = limits;
  if (end === start) list.empty++;
  else if (end - start <= maxEventBytes) list.good(start, end - start);
  else if (onOversize === 'reject') list.bad(start, end - start, 'LIMIT_EVENT_SIZE', start);
  else if (onOversize === 'truncate') list.piece(start, characterBorder(bytes, start, start + maxEventBytes) - start, 'truncated');
  else {
    for (let at = start; at < end;) {
      const next = end - at <= maxEventBytes ? end : characterBorder(bytes, at, at + maxEventBytes);
      list.piece(at, next - at, 'split');
      at = next;
    }
  }
}

/** The last position not above `at` where a UTF-8 character begins. */
function characterBorder(bytes: Uint8Array, start: number, at: number): number {
  let border = at;
  while (border > start && border > at - 4 && (bytes[border]! & 0xc0) === 0x80) border--;
  return border > start && (bytes[border]! & 0xc0) !== 0x80 ? border : at;
}
