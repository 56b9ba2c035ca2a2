import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { isCompressed } from './compressed-file.ts';
import { isBlank, type FileRecords } from './file-records.ts';
import { digestOf, sampleBytes } from './fingerprint.ts';
import type { FollowedFile } from './followed-file.ts';
import { digestBefore, openFile, sampleBefore } from './open-file.ts';
import { stillHolds } from './plain-file.ts';
import type { KnownFiles } from './recognise.ts';

/** What a candidate is compared with: the records, and the files that are followed. Files that cannot be read do not count. */
export function createKnownFiles(
  records: FileRecords,
  files: ReadonlyMap<string, FollowedFile>,
  roots: readonly string[],
): (candidate: FollowedFile) => KnownFiles {
  async function look<T>(file: FollowedFile, use: (handle: FileHandle) => T): Promise<T | undefined> {
    if (file.open) return use(file.open.handle);
    const handle = await openFile(file.found, roots).catch(() => undefined);
    if (handle === undefined) return undefined;
    try {
      return use(handle);
    } finally {
      await handle.close();
    }
  }

  return (candidate) => ({
    records,
    async live(record, place) {
      const file = files.get(record.key);
      if (file?.record !== record) return undefined;
      // First the size: a file that is emptied in between no longer holds what was read, and does not count.
      return look(file, (handle) => {
        const { size } = fstatSync(handle.fd);
        const before = place === undefined ? undefined : digestBefore(handle, place);
        return stillHolds(handle, record) ? { size, before } : undefined;
      });
    },
    async noteHeads() {
      for (const file of files.values()) {
        const { record } = file;
        if (file === candidate || !file.decided || !record || !isBlank(record) || isCompressed(file.found.path)) continue;
        const first = await look(file, (handle) => sampleBefore(handle, sampleBytes));
        if (first?.length !== sampleBytes || !isBlank(record)) continue;
        record.headBytes = sampleBytes;
        record.head = digestOf(first);
      }
    },
    async begins(first) {
      for (const file of files.values()) {
        if (file === candidate || !file.decided || file.record?.headBytes !== sampleBytes || isCompressed(file.found.path)) continue;
        file.first ??= await look(file, (handle) => sampleBefore(handle, sampleBytes));
        if (file.first?.length === sampleBytes && file.first.subarray(0, first.length).equals(first)) return true;
      }
      return false;
    },
  });
}
