import { closeSync, fdatasyncSync, fsyncSync, ftruncateSync, openSync, renameSync, statfsSync, unlinkSync, writevSync } from 'node:fs';

/** The calls of the journal writer, so that tests can make each of them fail. All block. */
export interface FileCalls {
  open(path: string, flags: 'a' | 'w' | 'r'): number;
  /** Appends; returns the bytes written, which may be fewer. */
  write(fd: number, parts: readonly Uint8Array[]): number;
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
  open: (path, flags) => openSync(path, flags, 0o600),
  write: (fd, parts) => writevSync(fd, parts),
  sync: (fd) => fdatasyncSync(fd),
  truncate: (fd, length) => ftruncateSync(fd, length),
  close: (fd) => closeSync(fd),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlinkSync(path),
  syncFolder(path) {
    const fd = openSync(path, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },
  free(folder) {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};

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
