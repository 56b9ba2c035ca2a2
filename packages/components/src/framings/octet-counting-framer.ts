import { RangeBuffer, type Framer, type FrameSink } from './framer.ts';

const digitsMax = 8;

/**
 * `LEN SP MSG` (RFC 6587 section 3.4.1). A count over `maxEventBytes` or one that is no number breaks the stream; so does
 * an unfinished message at its end. A line feed between messages, as some senders add it, is passed over.
 */
export function createOctetCountingFramer(limits: { readonly maxEventBytes: number }): Framer {
  const ranges = new RangeBuffer();
  const one = new Uint32Array(2);
  let digits = 0;
  let length = 0;
  let body: Buffer | undefined;
  let filled = 0;

  const broken = (sink: FrameSink, bytes: Buffer, code: string): false => {
    sink.reject(bytes.subarray(0, 65_536), code);
    digits = 0;
    length = 0;
    return false;
  };

  return {
    push(chunk, sink) {
      let at = 0;
      if (body) {
        at = Math.min(chunk.length, length - filled);
        chunk.copy(body, filled, 0, at);
        filled += at;
        if (filled < length) return true;
        one[0] = 0;
        one[1] = length;
        sink.frames(body, one, 1);
        body = undefined;
        length = 0;
      }
      while (at < chunk.length) {
        const byte = chunk[at]!;
        if (byte >= 0x30 && byte <= 0x39 && digits < digitsMax && !(digits === 0 && byte === 0x30)) {
          length = length * 10 + byte - 0x30;
          digits++;
          at++;
          continue;
        }
        if (digits === 0 && byte === 0x0a) {
          at++;
          continue;
        }
        const code = byte !== 0x20 || digits === 0 ? 'DECODE_OCTET_COUNT' : length > limits.maxEventBytes ? 'LIMIT_EVENT_SIZE' : undefined;
        if (code) {
          ranges.flush(chunk, sink);
          return broken(sink, chunk.subarray(at), code);
        }
        at++;
        digits = 0;
        if (chunk.length - at >= length) {
          ranges.add(at, length);
          at += length;
          length = 0;
        } else {
          ranges.flush(chunk, sink);
          body = Buffer.allocUnsafe(length);
          filled = chunk.copy(body, 0, at);
          return true;
        }
      }
      ranges.flush(chunk, sink);
      return true;
    },
    end(sink) {
      if (body) broken(sink, body.subarray(0, filled), 'DECODE_UNFINISHED_FRAME');
      else if (digits > 0) broken(sink, Buffer.from(String(length)), 'DECODE_UNFINISHED_FRAME');
      body = undefined;
    },
  };
}
