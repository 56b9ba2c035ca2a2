import type { Framer, FrameSink } from '../framings/framer.ts';

/** What a framer finds in a stream that comes in these pieces. */
export function framesThrough(framer: Framer, chunks: readonly Buffer[]) {
  const frames: string[] = [];
  const rejected: string[] = [];
  let empty = 0;
  let wire = 0;
  const sink: FrameSink = {
    frames(bytes, ranges, count, wireBytes) {
      for (let index = 0; index < count; index++) {
        frames.push(Buffer.from(bytes.subarray(ranges[index * 2]!, ranges[index * 2]! + ranges[index * 2 + 1]!)).toString('latin1'));
        wire += wireBytes?.[index] ?? ranges[index * 2 + 1]!;
      }
    },
    reject: (_, code) => rejected.push(code),
    empty: (count) => (empty += count),
  };
  let open = true;
  for (const chunk of chunks) {
    if (!open) break;
    open = framer.push(chunk, sink);
  }
  if (open) framer.end(sink);
  return { frames, rejected, empty, wire };
}
