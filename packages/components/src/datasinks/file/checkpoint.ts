import type { OldState } from './old-layout.ts';
import { isPathBelow } from './usable-path.ts';
import type { KnownFile, KnownState } from './touched-files.ts';

/** What is committed with the progress of a run. */
export interface Checkpoint extends KnownState {
  readonly run: string;
  /** The operator's folder in which the files are. */
  readonly root: string;
}

/** `old`: written when all tenants shared a root. */
export type ReadCheckpoint = ({ readonly old: false } & Checkpoint) | ({ readonly old: true; readonly run: string } & OldState);

/** Of the 64 KiB that a checkpoint may have, those that paths of open files may take. */
const fileBytesMax = 48 * 1024;
/** More than the rest of a file's entry has. */
const fileBytes = 96;

/** Whether a checkpoint may hold these files. */
export function fitsCheckpoint(paths: Iterable<string>): boolean {
  let bytes = 0;
  for (const path of paths) bytes += Buffer.byteLength(JSON.stringify(path)) + fileBytes;
  return bytes <= fileBytesMax;
}

export const writeCheckpoint = ({ run, root, n, files }: Checkpoint): string =>
  JSON.stringify({ v: 2, run, root, n, files: files.map(({ path, ino, body, openedMs }: KnownFile) => ({ path, ino, body, openedMs })) });

/** Undefined: there is none. */
export function readCheckpoint(text: string | undefined): ReadCheckpoint | undefined {
  if (text === undefined) return undefined;
  const { v, run, root, n, files } = JSON.parse(text) as Record<string, unknown>;
  if (typeof run !== 'string' || !/^[A-Za-z0-9_-]+$/.test(run) || !Number.isSafeInteger(n) || !Array.isArray(files))
    throw new Error('not a checkpoint of written files');
  const known = { run, n: n as number };
  const isFile = (file: KnownFile) => isPathBelow(file.path) && Number.isSafeInteger(file.body) && file.body >= 0;
  if (v !== 2) return { old: true, ...known, files: (files as KnownFile[]).filter(isFile) };
  return {
    old: false,
    ...known,
    root: String(root),
    files: (files as KnownFile[]).filter((file) => isFile(file) && /^\d+$/.test(file.ino)),
  };
}
