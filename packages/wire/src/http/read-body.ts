import { AppError, type Clock } from '@acequia/base';
import type { IncomingMessage } from 'node:http';
import { contentEncodings, createInflater, type ContentEncoding, type InflateErrorCode } from '../compression/inflate.ts';
import type { ByteHold } from './byte-budget.ts';

export interface BodyLimits {
  /** As sent. */
  readonly maxBytes: number;
  /** After decompression. */
  readonly maxDecodedBytes: number;
  /** From the end of the headers to the end of the body. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** What a body in memory counts against. */
export type BodyHold = Pick<ByteHold, 'grow'>;

export type BodyErrorCode = InflateErrorCode | 'BODY_ENCODING' | 'BODY_TIMEOUT' | 'BODY_ABORTED' | 'BODY_BUSY';

/** The status each fault is answered with. */
export const bodyStatus: Readonly<Record<BodyErrorCode, number>> = {
  BODY_TOO_LARGE: 413,
  BODY_RATIO: 413,
  BODY_CORRUPT: 400,
  BODY_ENCODING: 415,
  BODY_TIMEOUT: 408,
  BODY_ABORTED: 400,
  BODY_BUSY: 503,
};

export interface Body {
  readonly bytes: Buffer;
  /** As sent, before decompression. */
  readonly wireBytes: number;
}

/** What the headers alone already refuse, before a byte of the body is asked for. Throws AppError of `BodyErrorCode`. */
export function checkBodyHeaders(request: IncomingMessage, limits: Pick<BodyLimits, 'maxBytes'>): ContentEncoding | undefined {
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  const known = encoding === 'x-gzip' ? 'gzip' : contentEncodings.find((each) => each === encoding);
  if (encoding !== '' && encoding !== 'identity' && !known) throw new AppError<BodyErrorCode>('BODY_ENCODING', { fields: { encoding } });
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw new AppError<BodyErrorCode>('BODY_TOO_LARGE');
  return known;
}

/**
 * Reads and inflates a body within its limits; memory never holds more than they allow, and `hold` counts it. Throws AppError
 * of `BodyErrorCode`.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits, hold: BodyHold): Promise<Body> {
  const encoding = checkBodyHeaders(request, limits);
  const inflater = encoding ? createInflater(encoding, limits.maxDecodedBytes, hold) : undefined;
  const parts: Buffer[] = [];
  let wireBytes = 0;
  const consume = async (): Promise<Body> => {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      wireBytes += chunk.length;
      if (wireBytes > limits.maxBytes || (!inflater && wireBytes > limits.maxDecodedBytes))
        throw new AppError<BodyErrorCode>('BODY_TOO_LARGE');
      if (inflater) await inflater.write(chunk);
      else {
        hold.grow(chunk.length);
        parts.push(chunk);
      }
    }
    const bytes = inflater ? await inflater.end() : parts.length === 1 ? parts[0]! : Buffer.concat(parts, wireBytes);
    return { bytes, wireBytes };
  };
  let cancel: () => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = limits.clock.after(limits.timeoutMs, () => reject(new AppError<BodyErrorCode>('BODY_TIMEOUT')));
  });
  try {
    return await Promise.race([consume(), late]);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError<BodyErrorCode>('BODY_ABORTED', { cause: error });
  } finally {
    cancel();
    inflater?.destroy();
  }
}
