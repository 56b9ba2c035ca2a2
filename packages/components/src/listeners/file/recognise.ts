import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { plainDigests } from './compressed-file.ts';
import type { FileRecord, FileRecords } from './file-records.ts';
import { sampleBytes } from './fingerprint.ts';
import type { FollowedFile } from './followed-file.ts';
import { digestBefore, sampleBefore } from './open-file.ts';

/** What a file is of which nothing was taken in yet. */
export type Verdict =
  /** Nothing stands in it: what it will be shows later. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'new' }
  /** A copy of what another file held: read on from where that one was. */
  | { readonly kind: 'continues'; readonly record: FileRecord }
  /** A copy of what another file held, made before that one grew by what was read of it last: nothing of it is missing. */
  | { readonly kind: 'taken' }
  /** It holds what a file holds that is still there (copytruncate, gzip): wait and see which of them stays. */
  | { readonly kind: 'copy'; readonly record: FileRecord }
  /** It is the beginning of a file that is still there: perhaps being copied. */
  | { readonly kind: 'copying'; readonly record: FileRecord | undefined }
  /** It begins like a file that is gone but is shorter: perhaps brought back, perhaps a new one with the same heading. */
  | { readonly kind: 'shorter' }
  /** It begins like a file that cannot be asked now: emptied, and that was not noticed yet. */
  | { readonly kind: 'unclear' };

/** A file that is to be recognised. */
export interface Candidate {
  /** Digests of the content before places in ascending order; undefined where it does not reach so far. */
  digests(places: readonly number[]): Promise<readonly (Buffer | undefined)[]>;
  /** Present size; undefined for compressed files. */
  size(): number | undefined;
  /** Its first bytes, fewer than 256. */
  first(): Buffer;
  /** What it was a copy of at an earlier look. */
  readonly copyOf: FileRecord | undefined;
  /** Its own record, when it has one. */
  readonly own: FileRecord | undefined;
}

/** What the files are like that are known. */
export interface KnownFiles {
  readonly records: FileRecords;
  /** The size of a record's file and the digest before a place, as long as it holds what was read of it. */
  live(record: FileRecord, place: number | undefined): Promise<{ readonly size: number; readonly before: Buffer | undefined } | undefined>;
  /** Brings the records of files up to date that were emptied and not read since. */
  noteHeads(): Promise<void>;
  /** Whether another file, which is longer, begins so. */
  begins(first: Buffer): Promise<boolean>;
}

export const plainCandidate = (handle: FileHandle, { record, copyOf }: FollowedFile): Candidate => ({
  digests: (places) => Promise.resolve(places.map((place) => digestBefore(handle, place))),
  size: () => fstatSync(handle.fd).size,
  first: () => sampleBefore(handle, Math.min(sampleBytes, fstatSync(handle.fd).size)),
  copyOf,
  own: record,
});

export const compressedCandidate = (handle: FileHandle, { record, found }: FollowedFile): Candidate => ({
  digests: (places) => plainDigests(handle, found.path, places),
  size: () => undefined,
  first: () => Buffer.alloc(0),
  copyOf: undefined,
  own: record,
});

/**
 * Tells copies from new files by the first 256 bytes and the 256 bytes before the place where reading stopped. Whoever
 * empties or removes a file after copying it has finished the copy: what is gone is asked first, the candidate's size after.
 */
export async function recognise(candidate: Candidate, known: KnownFiles): Promise<Verdict> {
  if (candidate.size() === 0) return { kind: 'empty' };
  await known.noteHeads();
  const [head] = await candidate.digests([sampleBytes]);
  if (head === undefined) {
    const first = candidate.first();
    const copying = first.length > 0 && first.length < sampleBytes && (await known.begins(first));
    return copying ? { kind: 'copying', record: undefined } : { kind: 'new' };
  }
  let open: Verdict | undefined;
  for (const record of known.records.withHead(head).sort((a, b) => b.offset - a.offset)) {
    if (record === candidate.own) continue;
    const verdict = record.gone ? await againstGone(candidate, record) : await againstLive(candidate, record, known);
    if (verdict?.kind === 'continues' || verdict?.kind === 'taken' || verdict?.kind === 'copy') return verdict;
    open ??= verdict;
  }
  return open ?? { kind: 'new' };
}

/** Undefined: it is not a copy of this one. */
async function againstGone(candidate: Candidate, record: FileRecord): Promise<Verdict | undefined> {
  const mark = record.mark && record.mark.offset > sampleBytes ? record.mark : undefined;
  const [before, tail] = await candidate.digests(mark ? [mark.offset, record.offset] : [record.offset, record.offset]);
  if (tail !== undefined) return tail.equals(record.tail) ? { kind: 'continues', record } : undefined;
  const copied = candidate.copyOf === record || (mark !== undefined && before !== undefined && before.equals(mark.tail));
  return { kind: copied ? 'taken' : 'shorter' };
}

async function againstLive(candidate: Candidate, record: FileRecord, known: KnownFiles): Promise<Verdict | undefined> {
  const size = candidate.size();
  const live = await known.live(record, size);
  if (live && size !== undefined && size > live.size) return undefined;
  const [end] = size === undefined ? [] : await candidate.digests([size]);
  if (end && live?.before && !end.equals(live.before)) return undefined;
  const [tail] = await candidate.digests([record.offset]);
  if (tail !== undefined && !tail.equals(record.tail)) return undefined;
  // What is made of this copy later reaches at least so far.
  if (tail !== undefined) {
    record.mark = { offset: record.offset, tail };
    return { kind: 'copy', record };
  }
  if (!live || size === undefined || end === undefined) return { kind: 'unclear' };
  record.mark = { offset: size, tail: end };
  return { kind: 'copying', record };
}
