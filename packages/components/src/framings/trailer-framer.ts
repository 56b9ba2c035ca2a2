import { KiB } from '@acequia/base';
import { RangeBuffer, type Framer, type FramerLimits, type FrameSink } from './framer.ts';

export interface TrailerOptions extends FramerLimits {
  /** One to sixteen bytes that end a frame. */
  readonly trailer: Uint8Array;
  /** Newline framing removes one CR before the trailer. */
  readonly dropCarriageReturn: boolean;
  /** A byte that is the trailer instead, for the whole stream, where it comes before the first trailer of one byte. */
  readonly orTrailer?: number;
}

const rejectedBytesMax = 64 * KiB;

export interface TrailerFramer extends Framer {
  /** Where in the stream the frame begins that is open, or, while the sink is given bytes that are not the chunk's, the frame it is given. */
  readonly openStart: number;
}

/**
 * `newline`, `nul`, `delimiter` and non-transparent framing. Memory per connection stays below twice `maxEventBytes`
 * however long a line is; an unfinished last frame at the end is a frame.
 */
export function createTrailerFramer(options: TrailerOptions): TrailerFramer {
  const trailer = Buffer.from(options.trailer);
  /** A single byte is found much faster as a number. */
  let needle = trailer.length === 1 ? trailer[0]! : trailer;
  let { dropCarriageReturn } = options;
  let undecided = options.orTrailer !== undefined;
  const { maxEventBytes, onOversize } = options;
  const keepMax = onOversize === 'split' ? maxEventBytes * 2 : maxEventBytes + 1;
  const ranges = new RangeBuffer();
  const one = new Uint32Array(2);
  const oneWire = new Uint32Array(1);
  let rest = Buffer.alloc(0);
  let held = 0;
  /** Bytes of the open frame so far, also those not kept. */
  let size = 0;
  let openStart = 0;
  /** The last bytes of the open frame, also of what is not kept: a trailer may begin in them. */
  let tail = Buffer.alloc(0);
  const tailMax = trailer.length - 1;

  function hold(bytes: Buffer, sink: FrameSink): void {
    if (tailMax > 0)
      tail = Buffer.concat([size === 0 ? tail.subarray(0, 0) : tail, bytes.subarray(Math.max(0, bytes.length - tailMax))]).subarray(
        -tailMax,
      );
    size += bytes.length;
    let from = 0;
    while (from < bytes.length) {
      const room = keepMax - held;
      if (room === 0) {
        if (onOversize !== 'split') return;
        const emitted = held;
        emitHeld(sink, emitted);
        openStart += emitted;
        size = bytes.length - from;
        continue;
      }
      const part = Math.min(room, bytes.length - from);
      if (held + part > rest.length) {
        const wider = Buffer.allocUnsafe(Math.min(keepMax, Math.max(4 * KiB, (held + part) * 2)));
        rest.copy(wider, 0, 0, held);
        rest = wider;
      }
      bytes.copy(rest, held, from, from + part);
      held += part;
      from += part;
    }
  }

  function emitHeld(sink: FrameSink, wire: number): void {
    one[0] = 0;
    one[1] = held;
    oneWire[0] = wire;
    const bytes = rest.subarray(0, held);
    held = 0;
    size = 0;
    if (wire > bytes.length) sink.frames(bytes, one, 1, oneWire);
    else sink.frames(bytes, one, 1);
  }

  function closeHeld(sink: FrameSink): void {
    if (dropCarriageReturn && size === held && held > 0 && rest[held - 1] === 13) {
      held--;
      size--;
    }
    if (size === 0) sink.empty(1);
    else if (size > maxEventBytes && onOversize === 'reject') {
      sink.reject(rest.subarray(0, Math.min(held, rejectedBytesMax)), 'LIMIT_EVENT_SIZE');
      held = 0;
      size = 0;
    } else emitHeld(sink, size);
    if (rest.length > 64 * KiB) rest = Buffer.alloc(0);
  }

  function take(chunk: Buffer, from: number, to: number, sink: FrameSink): void {
    const end = dropCarriageReturn && to > from && chunk[to - 1] === 13 ? to - 1 : to;
    if (end === from) sink.empty(1);
    else if (end - from > maxEventBytes && onOversize === 'reject')
      sink.reject(chunk.subarray(from, Math.min(end, from + rejectedBytesMax)), 'LIMIT_EVENT_SIZE');
    else ranges.add(from, end - from);
  }

  /** Position of the trailer that closes the open frame, when it began in an earlier chunk. */
  function splitTrailer(chunk: Buffer): number {
    for (let before = Math.min(tail.length, size); before > 0; before--) {
      const after = trailer.length - before;
      if (chunk.length < after) continue;
      if (tail.compare(trailer, 0, before, tail.length - before) === 0 && chunk.compare(trailer, before, trailer.length, 0, after) === 0) {
        size -= before;
        held = Math.min(held, size);
        return after;
      }
    }
    return -1;
  }

  /** The first of the two trailers that comes is the stream's. */
  function decide(chunk: Buffer): void {
    const usual = chunk.indexOf(needle);
    const other = chunk.indexOf(options.orTrailer!);
    undecided = usual < 0 && other < 0;
    if (other < 0 || (usual >= 0 && usual < other)) return;
    needle = options.orTrailer!;
    dropCarriageReturn = false;
  }

  return {
    get openStart() {
      return openStart;
    },
    push(chunk, sink) {
      if (undecided) decide(chunk);
      const start = openStart + size;
      let at = 0;
      if (size > 0) {
        const split = trailer.length > 1 ? splitTrailer(chunk) : -1;
        const found = split >= 0 ? split : chunk.indexOf(needle);
        if (found < 0) {
          hold(chunk, sink);
          return true;
        }
        if (split < 0) hold(chunk.subarray(0, found), sink);
        closeHeld(sink);
        at = split >= 0 ? split : found + trailer.length;
      }
      for (let found = chunk.indexOf(needle, at); found >= 0; found = chunk.indexOf(needle, at)) {
        take(chunk, at, found, sink);
        at = found + trailer.length;
      }
      ranges.flush(chunk, sink);
      openStart = start + at;
      if (at < chunk.length) hold(chunk.subarray(at), sink);
      return true;
    },
    end(sink) {
      const last = size;
      if (last > 0) closeHeld(sink);
      openStart += last;
    },
  };
}
