import { readdir, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { dayMs } from '@acequia/base';

export interface RotationLimits {
  /** 0 = no limit */
  readonly maxBytes: number;
  /** 0 = no limit */
  readonly everyMs: number;
  readonly keepFiles: number | undefined;
  readonly keepDays: number | undefined;
}

const packed = new Set(['.gz', '.zst']);

const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');

/** `app.log` → `app.log.20240517T143000Z.1`; `app.log.gz` → `app.log.20240517T143000Z.1.gz`. */
export function rotatedName(path: string, nowMs: number, n: number): string {
  const stamp = stampOf(nowMs);
  const end = extname(path);
  return packed.has(end) ? `${path.slice(0, -end.length)}.${stamp}.${n}${end}` : `${path}.${stamp}.${n}`;
}

export function mustRotate(limits: RotationLimits, bodyBytes: number, openedMs: number, nowMs: number, moreBytes: number): boolean {
  if (bodyBytes === 0) return false;
  if (limits.maxBytes > 0 && bodyBytes + moreBytes > limits.maxBytes) return true;
  return limits.everyMs > 0 && nowMs - openedMs >= limits.everyMs;
}

/** Whether `name` could be the rotated form of `path`. */
export function isRotatedNameOf(name: string, path: string): boolean {
  const end = packed.has(extname(path)) ? extname(path) : '';
  const stem = end === '' ? path : path.slice(0, -end.length);
  return name.startsWith(stem) && name.endsWith(end) && /^\.\d{8}T\d{6}Z\.\d+$/.test(name.slice(stem.length, name.length - end.length));
}

interface RotatedFile {
  readonly name: string;
  readonly stamp: string;
  readonly n: number;
  readonly atMs: number;
}

/** Rotated files of `path` (absolute), newest first. */
async function rotatedFiles(path: string): Promise<RotatedFile[]> {
  const name = basename(path);
  const end = packed.has(extname(name)) ? extname(name) : '';
  const stem = end === '' ? name : name.slice(0, -end.length);
  const rotated: RotatedFile[] = [];
  for (const entry of await readdir(dirname(path))) {
    if (!entry.startsWith(`${stem}.`) || !entry.endsWith(end)) continue;
    const match = /^((\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z)\.(\d+)$/.exec(entry.slice(stem.length + 1, entry.length - end.length));
    if (!match) continue;
    const [year, month, day, hour, minute, second, n] = match.slice(2).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    rotated.push({ name: entry, stamp: match[1]!, n, atMs: Date.UTC(year, month - 1, day, hour, minute, second) });
  }
  return rotated.sort((a, b) => b.atMs - a.atMs || b.n - a.n);
}

/** The number that comes after all rotated files of this second. */
export async function nextRotation(path: string, nowMs: number): Promise<number> {
  const stamp = stampOf(nowMs);
  return (await rotatedFiles(path)).reduce((n, file) => (file.stamp === stamp ? Math.max(n, file.n + 1) : n), 1);
}

/** Removes rotated files of `path` (absolute) beyond `keepFiles`, or older than `keepDays`. Never the current one. */
export async function prune(path: string, limits: RotationLimits, nowMs: number): Promise<void> {
  if (limits.keepFiles === undefined && limits.keepDays === undefined) return;
  for (const [index, file] of (await rotatedFiles(path)).entries()) {
    const tooMany = limits.keepFiles !== undefined && index >= limits.keepFiles;
    const tooOld = limits.keepDays !== undefined && nowMs - file.atMs > limits.keepDays * dayMs;
    if (tooMany || tooOld) await unlink(join(dirname(path), file.name));
  }
}
