import type { FrameSink } from './framer.ts';

const headerBytesMax = 65_536;

/** The first frame of a connection is no event but the header row; `onHeader` gets its text before any other frame passes. */
export function takeHeader(next: FrameSink, onHeader: (header: string) => void): FrameSink {
  let waiting = true;
  return {
    frames(bytes, ranges, count, wireBytes) {
      if (!waiting) {
        next.frames(bytes, ranges, count, wireBytes);
        return;
      }
      waiting = false;
      const start = ranges[0]!;
      onHeader(Buffer.from(bytes.subarray(start, start + Math.min(ranges[1]!, headerBytesMax))).toString());
      if (count > 1) next.frames(bytes, ranges.subarray(2), count - 1, wireBytes?.subarray(1));
    },
    reject: (bytes, code) => next.reject(bytes, code),
    empty: (count) => next.empty(count),
  };
}
