import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '@acequia/base/files';
import { downMessageSchema, type DownMessage } from '@acequia/contract/fleet';
import * as z from 'zod';

type Kept = Extract<DownMessage, { type: 'deployment' | 'secrets' }>;
type Deployments = readonly Extract<DownMessage, { type: 'deployment' }>[];

const earlierSchema = z.object({ earlier: z.array(z.unknown()).optional() });

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

  /** The same, of the newest deployment and the earlier ones without which it does not say all, newest first. */
  keepDeployments([newest, ...earlier]: Deployments): void {
    if (newest) replaceFile(this.#path('deployment'), JSON.stringify(earlier.length === 0 ? newest : { ...newest, earlier }));
  }

  /** The same. */
  forget(type: Kept['type']): void {
    rmSync(this.#path(type), { force: true });
    syncFolder(this.#directory);
  }

  read<T extends Kept['type']>(type: T): Extract<Kept, { type: T }> | undefined {
    return parse(type, this.#content(type));
  }

  /** As kept; none when the newest one cannot be read. */
  readDeployments(): Deployments {
    const content = this.#content('deployment');
    const newest = parse('deployment', content);
    if (!newest) return [];
    const earlier = earlierSchema.safeParse(content).data?.earlier ?? [];
    return [newest, ...earlier.flatMap((each) => parse('deployment', each) ?? [])];
  }

  #content(type: Kept['type']): unknown {
    const path = this.#path(type);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  }

  #path(type: Kept['type']): string {
    return join(this.#directory, `${type}.json`);
  }
}

function parse<T extends Kept['type']>(type: T, content: unknown): Extract<Kept, { type: T }> | undefined {
  const parsed = downMessageSchema.safeParse(content);
  return parsed.success && parsed.data.type === type ? (parsed.data as Extract<Kept, { type: T }>) : undefined;
}
