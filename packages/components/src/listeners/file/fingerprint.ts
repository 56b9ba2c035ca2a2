import { hash } from 'node:crypto';

/** Bytes at the beginning of a file, and before a place in it, that tell it from others. */
export const sampleBytes = 256;
/** Bytes of a digest that are kept. */
export const digestBytes = 6;

/** Short digest of a sample. Not for secrets: it only tells contents apart. */
export const digestOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer').subarray(0, digestBytes);

/** Digest of no bytes. */
export const nothing = digestOf(new Uint8Array());

/** Digest of device and inode. */
export const keyOf = (file: { readonly dev: number; readonly ino: number }): string =>
  hash('sha256', `${file.dev}:${file.ino}`, 'buffer').subarray(0, digestBytes).toString('hex');
