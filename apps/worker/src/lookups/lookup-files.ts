import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** A file would take more than the disk, or what this user may have of it, has left. */
export const lacksSpace = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));

/** Uploaded files of lookups on this worker's disk, by their hash, so that a worker restarts while its server is away. */
export class LookupFiles {
  readonly #directory: string;
  /** By hash. */
  readonly #fetching = new Map<string, Promise<string>>();

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }

  /**
   * Path of the file with this hash, fetched when it is not there. Rejects when it cannot be had whole, and leaves no part of it: it is
   * not even asked for while the disk has no room, which the journal may need.
   */
  async path(sha256: string, bytes: number, fetchFile: () => Promise<ReadableStream<Uint8Array>>): Promise<string> {
    const path = join(this.#directory, sha256);
    if (existsSync(path)) return path;
    const known = this.#fetching.get(sha256);
    if (known) return known;
    const fetching = this.#fetch(path, { sha256, bytes }, fetchFile).finally(() => this.#fetching.delete(sha256));
    this.#fetching.set(sha256, fetching);
    return fetching;
  }

  async #fetch(
    path: string,
    { sha256, bytes }: { readonly sha256: string; readonly bytes: number },
    fetchFile: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<string> {
    this.#assertSpace(bytes);
    const hash = createHash('sha256');
    let received = 0;
    const check = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        received += chunk.length;
        hash.update(chunk);
        done(received > bytes ? new Error('the file is larger than it should be') : null, chunk);
      },
    });
    try {
      await pipeline(Readable.fromWeb(await fetchFile()), check, createWriteStream(`${path}.new`, { mode: 0o600, flush: true }));
      if (hash.digest('hex') !== sha256) throw new Error('the file is not the one that was uploaded');
      renameSync(`${path}.new`, path);
    } catch (error) {
      rmSync(`${path}.new`, { force: true });
      throw error;
    }
    return path;
  }

  #assertSpace(bytes: number): void {
    const { blocks, bavail, bsize } = statfsSync(this.#directory);
    // Some file systems do not say.
    if (blocks === 0 || bavail * bsize >= bytes) return;
    throw Object.assign(new Error(`the disk has ${bavail * bsize} of ${bytes} bytes`), { code: 'ENOSPC' });
  }

  /** Removes every file but those with these hashes and what is being fetched. */
  keepOnly(hashes: ReadonlySet<string>): void {
    const kept = new Set([...hashes, ...[...this.#fetching.keys()].flatMap((hash) => [hash, `${hash}.new`])]);
    for (const name of readdirSync(this.#directory)) if (!kept.has(name)) rmSync(join(this.#directory, name), { force: true });
  }
}
