import type { FileHandle } from 'node:fs/promises';
import { plainDigests } from './compressed-file.ts';
import type { FileRecord, FileRecords } from './file-records.ts';
import { sampleBytes } from './fingerprint.ts';
import { digestBefore } from './open-file.ts';

/** What a file is whose inode is not known. */
export type Verdict =
  | { readonly kind: 'new'; readonly head: Buffer | undefined }
  /** A copy of what another file held: read on from where that one was. */
  | { readonly kind: 'continues'; readonly record: FileRecord }
  /** It holds what a file holds that is still there (copytruncate, gzip): wait and see which of them stays. */
  | { readonly kind: 'copy' }
  /** It begins like a known file but is shorter: perhaps still being copied. */
  | { readonly kind: 'perhaps-copy' };

/** Digests of the content before places in ascending order; undefined where it does not reach so far. */
export type Digests = (places: readonly number[]) => Promise<readonly (Buffer | undefined)[]>;

export const plainFileDigests =
  (handle: FileHandle): Digests =>
  (places) =>
    Promise.resolve(places.map((place) => digestBefore(handle, place)));

export const compressedDigests =
  (handle: FileHandle, path: string): Digests =>
  (places) =>
    plainDigests(handle, path, places);

/**
 * Tells copies from new files by the first 256 bytes and the 256 bytes before the place where reading stopped. `sizeOf`:
 * present size of a record's file, as long as it holds what was read of it; a copy is never larger. `size` is undefined for compressed files.
 */
export async function recognise(
  digests: Digests,
  size: number | undefined,
  records: FileRecords,
  sizeOf: (record: FileRecord) => Promise<number | undefined>,
): Promise<Verdict> {
  const [head] = await digests([sampleBytes]);
  if (head === undefined) return { kind: 'new', head: undefined };
  const alike = records.withHead(head);
  if (alike.length === 0) return { kind: 'new', head };
  let perhaps = false;
  for (const record of alike.sort((a, b) => b.offset - a.offset)) {
    const liveSize = record.gone ? undefined : await sizeOf(record);
    if (liveSize !== undefined && size !== undefined && size > liveSize) continue;
    const [tail] = await digests([record.offset]);
    if (tail === undefined) perhaps = true;
    else if (tail.equals(record.tail)) return record.gone ? { kind: 'continues', record } : { kind: 'copy' };
  }
  return perhaps ? { kind: 'perhaps-copy' } : { kind: 'new', head };
}
