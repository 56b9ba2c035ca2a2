import { readSync } from 'node:fs';
import { constants, open, type FileHandle } from 'node:fs/promises';
import type { Log } from '@acequia/base';
import { digestOf, sampleBytes } from './fingerprint.ts';
import { liesBelow } from './read-roots.ts';

/** Why a file is not read, for the card. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly code: string;
  constructor(code: string, path: string) {
    super(path);
    this.code = code;
  }
}

export const tellProblem = (log: Log, problem: FileProblem): void =>
  log.warn({ code: problem.code, path: problem.message }, 'a file is not read');

/** Opens a regular file below the roots; undefined: it is gone, or another one now. Throws `FileProblem`. */
export async function openFile(
  file: { readonly path: string; readonly dev: number; readonly ino: number },
  roots: readonly string[],
): Promise<FileHandle | undefined> {
  const handle = await open(file.path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new FileProblem(error.code === 'EACCES' || error.code === 'EPERM' ? 'FILE_DENIED' : 'FILE_UNREADABLE', file.path);
  });
  if (handle === undefined) return undefined;
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.dev !== file.dev || found.ino !== file.ino) {
      await handle.close();
      return undefined;
    }
    if (!(await liesBelow(handle, file.path, roots))) throw new FileProblem('FILE_ROOT_OUTSIDE', file.path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error instanceof FileProblem ? error : new FileProblem('FILE_UNREADABLE', file.path);
  }
}

/** The bytes before a place, at most 256; shorter when the file is. They were read a moment ago or soon will be: the call is short. */
export function sampleBefore(handle: FileHandle, offset: number): Buffer {
  const length = Math.min(sampleBytes, offset);
  const sample = Buffer.allocUnsafe(length);
  return sample.subarray(0, length === 0 ? 0 : readSync(handle.fd, sample, 0, length, offset - length));
}

/** Digest of the bytes before a place; undefined when the file does not reach so far. */
export function digestBefore(handle: FileHandle, offset: number): Buffer | undefined {
  const sample = sampleBefore(handle, offset);
  return sample.length < Math.min(sampleBytes, offset) ? undefined : digestOf(sample);
}
