import { AppError, MiB } from '@acequia/base';
import type { Transform } from 'node:stream';
import type { BodyHold } from '../http/read-body.ts';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';

export type InflateErrorCode = 'BODY_TOO_LARGE' | 'BODY_RATIO' | 'BODY_CORRUPT';

export const contentEncodings = ['gzip', 'deflate', 'br', 'zstd'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/** Beyond the first MiB a body may not grow more than this (catalogue 6.4). */
const ratioMax = 500;
const ratioFreeBytes = MiB;

/** Feeds compressed bytes in, gives plain bytes out, stops at the cap or at 500:1: never more than one chunk above it. */
export interface Inflater {
  /** Resolves when the chunk was taken. Throws AppError of `InflateErrorCode`. */
  write(chunk: Uint8Array): Promise<void>;
  /** All plain bytes. Throws as `write`. */
  end(): Promise<Buffer>;
  destroy(): void;
}

/** `hold` counts what is inflated; what it throws ends the inflating. */
export function createInflater(encoding: ContentEncoding, maxBytes: number, hold?: BodyHold): Inflater {
  const parts: Buffer[] = [];
  let size = 0;
  let taken = 0;
  let failure: AppError | undefined;
  let stream: Transform | undefined;
  let wake: (() => void) | undefined;
  let ended = false;
  const fail = (error: AppError) => {
    failure ??= error;
    stream?.destroy();
    wake?.();
  };
  const counted = (part: Buffer): boolean => {
    try {
      hold?.grow(part.length);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      parts.length = 0;
      fail(error);
      return false;
    }
  };
  const start = (first: Uint8Array) => {
    stream = open(encoding, first);
    stream.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) fail(new AppError<InflateErrorCode>('BODY_TOO_LARGE'));
      else if (size > ratioFreeBytes && size > taken * ratioMax) fail(new AppError<InflateErrorCode>('BODY_RATIO'));
      else if (counted(part)) parts.push(part);
    });
    stream.on('error', (cause) => fail(new AppError<InflateErrorCode>('BODY_CORRUPT', { cause })));
    stream.on('end', () => {
      ended = true;
      wake?.();
    });
    return stream;
  };
  return {
    async write(chunk) {
      if (failure) throw failure;
      if (chunk.byteLength === 0) return;
      taken += chunk.byteLength;
      const target = stream ?? start(chunk);
      await new Promise<void>((resolve) => {
        wake = resolve;
        target.write(chunk, () => resolve());
      });
      if (failure) throw failure;
    },
    async end() {
      if (failure) throw failure;
      if (!stream) return Buffer.alloc(0);
      await new Promise<void>((resolve) => {
        wake = resolve;
        stream!.end();
        if (ended || failure) resolve();
      });
      if (failure) throw failure;
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts, size);
    },
    destroy() {
      stream?.destroy();
    },
  };
}

function open(encoding: ContentEncoding, first: Uint8Array): Transform {
  switch (encoding) {
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return ((first[0] ?? 0) & 15) === 8 ? createInflate() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
  }
}
