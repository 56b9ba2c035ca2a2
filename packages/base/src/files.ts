import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes created, renamed and removed names of the folder durable (fsync(2): the file's own sync does not). Throws the file system's errors. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes a file that its owner alone may read, whole or not at all, over the one that may be there. It is on the disk when this
 * returns. Throws the file system's errors; the file is then the one before or the new one, whole. One caller at a time.
 */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  syncFolder(dirname(path));
}
