import { RangeBuffer, type Framer, type FramerLimits, type FrameSink } from './framer.ts';

const digitsMax = 8;

/**
 * `LEN SP MSG` (RFC 6587 section 3.4.1). A count that is no number breaks the stream, and so does an unfinished message at its end.
 * A message over `maxEventBytes` is cut or split as `onOversize` says; where it is to be refused, it breaks the stream. A line feed
 * between messages, as some senders add it, is passed over.
 */
export function createOctetCountingFramer({ maxEventBytes, onOversize }: FramerLimits): Framer {
  const ranges = new RangeBuffer();
  const one = new Uint32Array(2);
  const oneWire = new Uint32Array(1);
  let digits = 0;
  let length = 0;
  /** What is kept of a message that is not whole in its chunk, or is too long. */
  let body: Buffer | undefined;
  let filled = 0;
  /** Bytes of the message that have not come. */
  let missing = 0;

  const broken = (sink: FrameSink, bytes: Buffer, code: string): false => {
    sink.reject(bytes.subarray(0, 65_536), code);
    digits = 0;
    length = 0;
    return false;
  };

  function begin(): void {
    const kept = onOversize === 'split' ? maxEventBytes * 2 : maxEventBytes + 1;
    body = Buffer.allocUnsafe(Math.min(length, kept));
    filled = 0;
    missing = length;
  }

  function emit(sink: FrameSink, wire: number): void {
    one[1] = filled;
    oneWire[0] = wire;
    if (wire > filled) sink.frames(body!, one, 1, oneWire);
    else sink.frames(body!, one, 1);
    filled = 0;
  }

  /** Takes bytes of the open message; returns the position behind them. */
  function fill(chunk: Buffer, from: number, sink: FrameSink): number {
    const to = Math.min(chunk.length, from + missing);
    missing -= to - from;
    for (let at = from; at < to;) {
      if (filled === body!.length) {
        if (onOversize !== 'split') break;
        emit(sink, filled);
      }
      const copied = chunk.copy(body!, filled, at, to);
      filled += copied;
      at += copied;
    }
    if (missing > 0) return to;
    emit(sink, onOversize === 'split' ? filled : length);
    body = undefined;
    length = 0;
    return to;
  }

  return {
    push(chunk, sink) {
      let at = body ? fill(chunk, 0, sink) : 0;
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
        const tooLong = length > maxEventBytes;
        const code =
          byte !== 0x20 || digits === 0 ? 'DECODE_OCTET_COUNT' : tooLong && onOversize === 'reject' ? 'LIMIT_EVENT_SIZE' : undefined;
        if (code) {
          ranges.flush(chunk, sink);
          return broken(sink, chunk.subarray(at), code);
        }
        at++;
        digits = 0;
        if (!tooLong && chunk.length - at >= length) {
          ranges.add(at, length);
          at += length;
          length = 0;
        } else {
          ranges.flush(chunk, sink);
          begin();
          at = fill(chunk, at, sink);
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
