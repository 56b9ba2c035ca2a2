import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readBootId } from '@acequia/base/process';
import { beginLife, type Life } from './life.ts';
import type { Scene } from './scenes.ts';

/** A folder as a process left it that died, and what the program that wrote it made of it afterwards. */
export interface OldFolder {
  readonly files: Readonly<Record<string, string>>;
  /** Destination → lines it had answered for. */
  readonly before: Readonly<Record<string, readonly string[]>>;
  readonly after: Outcome;
}

/** What a process over a folder comes to. */
export interface Outcome {
  /** Destination → what it was sent, with idempotency keys, in order. */
  readonly sent: Readonly<Record<string, readonly (readonly [line: string, key: string])[]>>;
  /** Destination → what it was first opened with. */
  readonly checkpoints: Readonly<Record<string, string>>;
  /** Subject → all its counts. */
  readonly totals: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Of both tenants, open. */
  readonly letters: readonly string[];
}

const path = new URL('../../src/fixtures/folders-of-lanes.json.gz', import.meta.url);

/** By scene and number of lanes with threads. */
export const nameOf = (scene: Scene, lanes: number): string => `${scene.name}, ${lanes} lanes`;

export const readOldFolders = (): Record<string, OldFolder> =>
  JSON.parse(gunzipSync(readFileSync(path)).toString()) as Record<string, OldFolder>;
export const writeOldFolders = (folders: Readonly<Record<string, OldFolder>>): void =>
  writeFileSync(path, gzipSync(JSON.stringify(folders, null, 1), { level: 9 }));

/** All but what holds nothing: the lock of a process that is gone, and space kept for commits. */
export function filesOf(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name !== 'reserve' ? relative(directory, join(entry.parentPath, entry.name)) : [],
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(directory, name)).toString('base64')]));
}

const [bootIdAt, bootIdBytes] = [12, 36];

/** Puts a folder down as if this machine had not been started again since. */
export function putFiles(files: Readonly<Record<string, string>>, directory: string): void {
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text, 'base64');
    if (/^crash\/step-\d+$/.test(name)) bytes.write(readBootId().slice(0, bootIdBytes).padEnd(bootIdBytes, '\0'), bootIdAt, 'latin1');
    mkdirSync(dirname(join(directory, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, name), bytes);
  }
}

const destinations = ['a', 'b', 'c'] as const;

function note(life: Life): Pick<Outcome, 'sent' | 'checkpoints'> {
  const sent: Record<string, [string, string][]> = {};
  const checkpoints: Record<string, string> = {};
  for (const name of destinations) {
    const own: [string, string][] = (sent[name] = []);
    const it = life.to(name);
    it.answer = (batch, lines) => {
      own.push(...lines.map((line): [string, string] => [line, batch.idempotencyKey]));
      return it.batching.checkpoints ? { checkpoint: `after ${lines.at(-1)!}` } : undefined;
    };
    it.onOpen = (checkpoint) => void (checkpoints[name] ??= checkpoint ?? 'none');
  }
  return { sent, checkpoints };
}

/** Goes on over a folder until nothing is left to deliver. */
export async function goOn(scene: Scene, directory: string, lanes: number): Promise<Outcome> {
  const life = await beginLife(directory, lanes, scene.limits);
  const noted = note(life);
  const { engine } = life;
  await life.apply(scene.deployment);
  await scene.goOn?.(life);
  const isDrained = await engine.drain({ deadlineMs: 60_000 });
  if (!isDrained) throw new Error(`${scene.name}: not all was delivered: ${JSON.stringify(engine.status())}`);
  const letters = await Promise.all(['t1', 't2'].map((tenantId) => engine.deadLetters.list(tenantId, {}, undefined, 100, 1000)));
  await engine.stop({ deadlineMs: 1000 });
  await life.disk.close();
  return {
    ...noted,
    totals: Object.fromEntries(
      engine.totals().map(({ subject, counts }) => [subject.kind === 'version' ? subject.versionId : subject.id, counts]),
    ),
    letters: letters
      .flatMap((page) => page.letters.map(({ eventId, code, node, json }) => `${eventId} ${code} ${node} ${json ?? ''}`))
      .sort(),
  };
}
