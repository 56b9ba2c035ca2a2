import { AppError } from '@acequia/base';
import type { ServerHttp2Stream } from 'node:http2';
import { createInflater } from '../compression/inflate.ts';
import type { BodyErrorCode, BodyHold, BodyLimits } from '../http/read-body.ts';

const prefixBytes = 5;

/**
 * Reads the one message of a unary call (gRPC over HTTP/2, "Length-Prefixed-Message") and inflates it, within the limits of
 * a body; memory never holds more than they allow. Throws AppError of `BodyErrorCode`; `BODY_CORRUPT` when it is not exactly one message.
 */
export async function readGrpcMessage(
  stream: ServerHttp2Stream,
  encoding: string | undefined,
  limits: BodyLimits,
  hold: BodyHold,
): Promise<Buffer> {
  let cancel: () => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = limits.clock.after(limits.timeoutMs, () => reject(new AppError<BodyErrorCode>('BODY_TIMEOUT')));
  });
  try {
    return await Promise.race([consume(stream, encoding, limits, hold), late]);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError<BodyErrorCode>('BODY_ABORTED', { cause: error });
  } finally {
    cancel();
  }
}

async function consume(stream: ServerHttp2Stream, encoding: string | undefined, limits: BodyLimits, hold: BodyHold): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  let wanted = prefixBytes;
  let compressed = false;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const before = size;
    size += chunk.length;
    hold.grow(chunk.length);
    parts.push(chunk);
    if (before < prefixBytes && size >= prefixBytes) {
      const head = Buffer.concat(parts, size);
      compressed = head[0] === 1;
      if (head[0]! > 1 || (compressed && encoding === undefined)) throw new AppError<BodyErrorCode>('BODY_CORRUPT');
      wanted = prefixBytes + head.readUInt32BE(1);
      if (wanted - prefixBytes > limits.maxBytes) throw new AppError<BodyErrorCode>('BODY_TOO_LARGE');
    }
    if (size >= prefixBytes && size > wanted) throw new AppError<BodyErrorCode>('BODY_CORRUPT');
  }
  if (stream.aborted) throw new AppError<BodyErrorCode>('BODY_ABORTED');
  if (size !== wanted) throw new AppError<BodyErrorCode>('BODY_CORRUPT');
  const message = Buffer.concat(parts, size).subarray(prefixBytes);
  if (!compressed) {
    if (message.length > limits.maxDecodedBytes) throw new AppError<BodyErrorCode>('BODY_TOO_LARGE');
    return message;
  }
  const inflater = createInflater('gzip', limits.maxDecodedBytes, hold);
  try {
    await inflater.write(message);
    return await inflater.end();
  } finally {
    inflater.destroy();
  }
}
