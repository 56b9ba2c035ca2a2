import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '@acequia/base/files';
import { downMessageSchema, type DownMessage } from '@acequia/contract/fleet';

type Kept = Extract<DownMessage, { type: 'deployment' | 'secrets' }>;

/** The last deployment and the last sealed secrets, so that a worker restarts while its server is away. Secrets stay sealed on disk. */
export class LastKnown {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }

  /** On the disk when it returns: a power cut does not bring back what was kept before. Throws the file system's errors. */
  keep(message: Kept): void {
    replaceFile(this.#path(message.type), JSON.stringify(message));
  }

  /** The same. */
  forget(type: Kept['type']): void {
    rmSync(this.#path(type), { force: true });
    syncFolder(this.#directory);
  }

  read<T extends Kept['type']>(type: T): Extract<Kept, { type: T }> | undefined {
    const path = this.#path(type);
    if (!existsSync(path)) return undefined;
    const parsed = downMessageSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success && parsed.data.type === type ? (parsed.data as Extract<Kept, { type: T }>) : undefined;
  }

  #path(type: Kept['type']): string {
    return join(this.#directory, `${type}.json`);
  }
}
