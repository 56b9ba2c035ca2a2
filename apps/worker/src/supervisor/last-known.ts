import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@acequia/base';
import { replaceFile, syncFolder } from '@acequia/base/files';
import { downMessageSchema, type DownMessage } from '@acequia/contract/fleet';
import * as z from 'zod';

type Kept = Extract<DownMessage, { type: 'deployment' | 'secrets' }>;
type Deployments = readonly Extract<DownMessage, { type: 'deployment' }>[];

const unreadable: Readonly<Record<Kept['type'], string>> = {
  deployment: 'the deployment that was kept cannot be read; its file lies beside, and this worker waits for what the server wants',
  secrets: 'the secrets that were kept cannot be read; their file lies beside, and what needs them waits for the server',
};

const earlierSchema = z.object({ earlier: z.array(z.unknown()).optional() });

/** The last deployment and the last sealed secrets, so that a worker restarts while its server is away. Secrets stay sealed on disk. */
export class LastKnown {
  readonly #directory: string;
  readonly #log: Log;

  constructor(directory: string, log: Log) {
    this.#directory = directory;
    this.#log = log;
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

  /** As kept; undefined when it cannot be read: it is then set aside. Throws the file system's errors. */
  read<T extends Kept['type']>(type: T): Extract<Kept, { type: T }> | undefined {
    return this.#read(type)?.message;
  }

  /** The same. */
  readDeployments(): Deployments {
    const { message, content } = this.#read('deployment') ?? {};
    if (!message) return [];
    const earlier = earlierSchema.safeParse(content).data?.earlier ?? [];
    return [message, ...earlier.flatMap((each) => parse('deployment', each) ?? [])];
  }

  #read<T extends Kept['type']>(type: T): { readonly message: Extract<Kept, { type: T }>; readonly content: unknown } | undefined {
    const path = this.#path(type);
    if (!existsSync(path)) return undefined;
    const content = parseText(readFileSync(path, 'utf8'));
    const message = parse(type, content);
    if (message) return { message, content };
    this.setAside(type);
    return undefined;
  }

  /** Of what was kept and is of no use: tells of it, and moves its file to `….unreadable`, or `….unreadable-2` and so on. */
  setAside(type: Kept['type'], error?: unknown): void {
    const path = this.#path(type);
    let beside = `${path}.unreadable`;
    for (let number = 2; existsSync(beside); number++) beside = `${path}.unreadable-${number}`;
    renameSync(path, beside);
    this.#log.error({ code: 'WORKER_STATE_UNREADABLE', file: beside, ...(error === undefined ? {} : { error }) }, unreadable[type]);
  }

  #path(type: Kept['type']): string {
    return join(this.#directory, `${type}.json`);
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parse<T extends Kept['type']>(type: T, content: unknown): Extract<Kept, { type: T }> | undefined {
  const parsed = downMessageSchema.safeParse(content);
  return parsed.success && parsed.data.type === type ? (parsed.data as Extract<Kept, { type: T }>) : undefined;
}
