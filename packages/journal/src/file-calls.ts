import {
  closeSync,
  constants,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  statfsSync,
  unlinkSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { syncFolder } from '@acequia/base/files';

/** The process, or the machine, has as many files open as it may: some will be closed. */
export const openFilesCodes: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

export type FileFlags = 'a' | 'w' | 'r' | 'r+' | 'direct';

/** The calls of the journal writer, so that tests can make each of them fail. All block. */
export interface FileCalls {
  /** `direct`: an existing file, for `writeAt` past the page cache; throws EINVAL where the system cannot. */
  open(path: string, flags: FileFlags): number;
  /** Appends; returns the bytes written, which may be fewer. */
  write(fd: number, parts: readonly Uint8Array[]): number;
  /** Writes at a place of a file opened `r+` or `direct`, where place, length and memory lie on pages. Returns the bytes written, which may be fewer. */
  writeAt(fd: number, bytes: Uint8Array, place: number): number;
  sync(fd: number): void;
  truncate(fd: number, length: number): void;
  close(fd: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes created, renamed and removed names of the folder durable. */
  syncFolder(path: string): void;
  /** Bytes that may still be written on the disk of the folder. */
  free(folder: string): number;
}

export const nodeFileCalls: FileCalls = {
  open: (path, flags) => (flags === 'direct' ? openDirect(path) : openSync(path, flags, 0o600)),
  write: (fd, parts) => writevSync(fd, parts),
  writeAt: (fd, bytes, place) => writeSync(fd, bytes, 0, bytes.length, place),
  sync: (fd) => fdatasyncSync(fd),
  truncate: (fd, length) => ftruncateSync(fd, length),
  close: (fd) => closeSync(fd),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlinkSync(path),
  syncFolder,
  free(folder) {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};

function openDirect(path: string): number {
  const { O_DIRECT, O_WRONLY } = constants as Partial<typeof constants>;
  if (O_DIRECT === undefined || O_WRONLY === undefined) throw Object.assign(new Error('EINVAL: no direct writes here'), { code: 'EINVAL' });
  return openSync(path, O_WRONLY | O_DIRECT);
}

/** Writes all of the parts, however often the system takes less. */
export function writeAll(calls: FileCalls, fd: number, parts: readonly Uint8Array[]): void {
  let rest = parts.filter((part) => part.length > 0);
  while (rest.length > 0) {
    let written = calls.write(fd, rest.slice(0, 512));
    let done = 0;
    while (done < rest.length && written >= rest[done]!.length) written -= rest[done++]!.length;
    rest = rest.slice(done);
    if (written > 0) rest[0] = rest[0]!.subarray(written);
  }
}
