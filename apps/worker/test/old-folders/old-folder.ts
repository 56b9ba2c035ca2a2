import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readBootId } from '@acequia/base/process';
import { deploymentHash, type LedgerRow } from '@acequia/contract/fleet';
import { signText, type KeyPair } from '@acequia/contract/fleet-crypto';
import type { Deployment } from '@acequia/pipeline';
import { places } from './life.ts';
import { renumbered, type Renumbering } from './renumbered.ts';

/** A worker's folder as a process left it that died, and what the program that wrote it made of it afterwards. */
export interface OldFolder {
  readonly serverKeys: KeyPair;
  /** Of the HTTP destination. */
  readonly port: string;
  /** When it died, ms since 1970. */
  readonly atMs: number;
  /** By path: content in base64. */
  readonly files: Readonly<Record<string, string>>;
  /** By path: what symbolic links lead to. */
  readonly links: Readonly<Record<string, string>>;
  /** By path, of users' files: what the journal and the runs' logs know them by. */
  readonly numbers: Readonly<Record<string, FileNumbers>>;
  /** What the server had been told. */
  readonly told: readonly LedgerRow[];
  readonly before: Arrived;
  readonly after: Outcome;
}

/** What has arrived: lines of files, in order, and what an HTTP destination has answered for, with its idempotency key. */
export interface Arrived {
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly sent: readonly (readonly [line: string, key: string])[];
  /** Under way: what was sent and not answered for. */
  readonly unanswered: readonly (readonly [line: string, key: string])[];
}

/** What both lives together come to. */
export interface Outcome {
  readonly files: Arrived['files'];
  /** By the next process alone. */
  readonly sent: Arrived['sent'];
  /** Subject → its counts of events. */
  readonly totals: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly letters: readonly string[];
  /** The end for want of memory that is told of. */
  readonly memoryEnd: string;
}

interface FileNumbers {
  /** Inode, decimal. */
  readonly ino: string;
  /** A file listener's digest of device and inode, hex. */
  readonly key: string;
}

const path = new URL('../../src/fixtures/worker-folders.json.gz', import.meta.url);

export const readOldFolders = (): Record<string, OldFolder> =>
  JSON.parse(gunzipSync(readFileSync(path)).toString()) as Record<string, OldFolder>;
export const writeOldFolders = (folders: Readonly<Record<string, OldFolder>>): void => {
  mkdirSync(dirname(path.pathname), { recursive: true });
  writeFileSync(path, gzipSync(JSON.stringify(folders, null, 1), { level: 9 }));
};

/** Everything below a folder; not the space that a journal keeps for commits. */
export function contentOf(directory: string): Pick<OldFolder, 'files' | 'links'> {
  const files: Record<string, string> = {};
  const links: Record<string, string> = {};
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const here = join(directory, name);
    const info = lstatSync(here);
    if (info.isSymbolicLink()) links[name] = readlinkSync(here);
    else if (info.isFile() && !name.endsWith('/reserve')) files[name] = readFileSync(here).toString('base64');
  }
  return { files, links };
}

const someBoot = '00000000-0000-4000-8000-000000000000';

/** Without what names the machine on which a folder was made. */
export function withoutMachine({ files, links }: Pick<OldFolder, 'files' | 'links'>): Pick<OldFolder, 'files' | 'links'> {
  const ofNoBoot = (text: string): string => text.replaceAll(readBootId(), someBoot);
  const cleaned = Object.entries(files).map(([name, content]): [string, string] => {
    const bytes = Buffer.from(ofNoBoot(Buffer.from(content, 'base64').toString('latin1')), 'latin1');
    if (!name.endsWith('/alive.json')) return [name, bytes.toString('base64')];
    const alive = JSON.parse(bytes.toString()) as object;
    return [name, Buffer.from(JSON.stringify({ ...alive, source: '/sys/fs/cgroup/memory.events' })).toString('base64')];
  });
  return {
    files: Object.fromEntries(cleaned),
    links: Object.fromEntries(Object.entries(links).map(([name, target]) => [name, ofNoBoot(target)])),
  };
}

const isOfUsers = (name: string): boolean =>
  name.startsWith(`${places.in}/`) || (name.startsWith(`${places.out}/`) && !name.startsWith(`${places.out}/.acequia/`));

export function numbersOf(directory: string, names: Iterable<string>): Record<string, FileNumbers> {
  return Object.fromEntries(
    [...names].filter(isOfUsers).map((name) => {
      const { dev, ino } = statSync(join(directory, name), { bigint: true });
      const key = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12);
      return [name, { ino: ino.toString(), key }];
    }),
  );
}

/** More than any process has. */
const deadPid = 2 ** 22 + 1;

/** The holder that a link names, as a process of this machine that has ended. */
function endedHere(holder: string): string {
  const [, start = ''] = holder.split(' ');
  const rest = holder.includes('pid:[') ? ` ${readlinkSync('/proc/self/ns/pid')}` : '';
  return `${deadPid} ${start} ${readBootId()}${rest}`;
}

const [bootIdAt, bootIdBytes] = [12, 36];

/** The deployments that are kept, with the HTTP destination of here. They are the server's, whose signature is anew. */
function redirected(content: Buffer, { serverKeys, port: from }: Pick<OldFolder, 'serverKeys' | 'port'>, port: string): Buffer {
  const text = content.toString();
  if (!text.includes(`"http://127.0.0.1:${from}"`)) return content;
  const message = JSON.parse(text.replaceAll(`"http://127.0.0.1:${from}"`, `"http://127.0.0.1:${port}"`)) as { deployment: Deployment };
  const hash = deploymentHash(message.deployment);
  const deployment = { ...message.deployment, hash };
  return Buffer.from(JSON.stringify({ ...message, deployment, signature: signText(hash, serverKeys.privatePem) }));
}

/**
 * Puts a folder down as if this machine had not been started again since, users' files had always been here, and the HTTP destination had
 * always had this port.
 */
export function putOldFolder(folder: Omit<OldFolder, 'after'>, directory: string, port: string): void {
  const { files, links, numbers } = folder;
  const put = (name: string, bytes: Buffer): void => {
    mkdirSync(dirname(join(directory, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, name), bytes, { mode: 0o600 });
  };
  const bytesOf = (name: string): Buffer => Buffer.from(files[name]!, 'base64');
  for (const name of Object.keys(files)) if (isOfUsers(name)) put(name, bytesOf(name));
  const now = numbersOf(directory, Object.keys(numbers));
  const renumbering: Renumbering = {
    inodes: new Map(Object.entries(numbers).map(([name, { ino }]) => [ino, now[name]!.ino])),
    port: { from: folder.port, to: port },
    keys: new Map(Object.entries(numbers).map(([name, { key }]) => [key, now[name]!.key])),
  };
  for (const name of Object.keys(files)) {
    if (isOfUsers(name)) continue;
    const isDeployment = name.endsWith('/state/deployment.json');
    const bytes = isDeployment ? redirected(bytesOf(name), folder, port) : renumbered(name, bytesOf(name), renumbering);
    if (/\/step-\d+$/.test(name)) bytes.write(readBootId().slice(0, bootIdBytes).padEnd(bootIdBytes, '\0'), bootIdAt, 'latin1');
    put(name, bytes);
  }
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true, mode: 0o700 });
    symlinkSync(/(^|\/)(lock|worker)$/.test(name) ? endedHere(target) : target, join(directory, name));
  }
}
