import { RangeBuffer, type Framer, type FrameSink } from './framer.ts';

export interface LengthPrefixOptions {
  readonly prefixBytes: 1 | 2 | 4;
  readonly endian: 'big' | 'little';
  readonly maxEventBytes: number;
}

const rejectedBytesMax = 65_536;

/**
 * A length of 1, 2 or 4 bytes before each frame; it does not count itself. A length over `maxEventBytes` breaks the stream,
 * so does an unfinished frame at its end. Length 0 is an empty frame.
 */
export function createLengthPrefixFramer(options: LengthPrefixOptions): Framer {
  const { prefixBytes, endian, maxEventBytes } = options;
  const ranges = new RangeBuffer();
  const one = new Uint32Array(2);
  const prefix = Buffer.alloc(4);
  let prefixed = 0;
  let body: Buffer | undefined;
  let filled = 0;

  const read = (bytes: Buffer, at: number) => (endian === 'big' ? bytes.readUIntBE(at, prefixBytes) : bytes.readUIntLE(at, prefixBytes));

  const broken = (sink: FrameSink, bytes: Buffer, code: string): false => {
    sink.reject(bytes.subarray(0, rejectedBytesMax), code);
    prefixed = 0;
    body = undefined;
    return false;
  };

  /** Opens a frame whose end is not there yet. */
  function open(length: number, chunk: Buffer, at: number): void {
    body = Buffer.allocUnsafe(length);
    filled = chunk.copy(body, 0, at);
  }

  return {
    push(chunk, sink) {
      let at = 0;
      while (at < chunk.length) {
        if (body) {
          const part = chunk.copy(body, filled, at, at + body.length - filled);
          filled += part;
          at += part;
          if (filled < body.length) return true;
          one[1] = body.length;
          sink.frames(body, one, 1);
          body = undefined;
          continue;
        }
        let length: number;
        if (prefixed === 0 && chunk.length - at >= prefixBytes) {
          length = read(chunk, at);
          at += prefixBytes;
        } else {
          const part = Math.min(prefixBytes - prefixed, chunk.length - at);
          chunk.copy(prefix, prefixed, at, at + part);
          prefixed += part;
          at += part;
          if (prefixed < prefixBytes) break;
          prefixed = 0;
          length = read(prefix, 0);
        }
        if (length > maxEventBytes) {
          ranges.flush(chunk, sink);
          return broken(sink, chunk.subarray(at), 'LIMIT_EVENT_SIZE');
        }
        if (length === 0) sink.empty(1);
        else if (chunk.length - at >= length) {
          ranges.add(at, length);
          at += length;
        } else {
          ranges.flush(chunk, sink);
          open(length, chunk, at);
          return true;
        }
      }
      ranges.flush(chunk, sink);
      return true;
    },
    end(sink) {
      if (body) broken(sink, body.subarray(0, filled), 'DECODE_UNFINISHED_FRAME');
      else if (prefixed > 0) broken(sink, prefix.subarray(0, prefixed), 'DECODE_UNFINISHED_FRAME');
    },
  };
}
