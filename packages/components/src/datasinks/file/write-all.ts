import type { FileHandle } from 'node:fs/promises';

/** Writes all the bytes from `position` on. Throws the file system's errors; then some of them may have been written. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
