import { err, ok, type Result } from './result.ts';

export const MB = 1e6;
export const KiB = 1024;
export const MiB = 1024 * KiB;
export const GiB = 1024 * MiB;
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const durationUnits: Record<string, number> = { ms: 1, s: secondMs, m: minuteMs, h: hourMs, d: dayMs };
const sizeUnits: Record<string, number> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB,
  GB: 1e9,
  TB: 1e12,
  KiB,
  MiB,
  GiB,
  TiB: 1024 * GiB,
};

/** `250ms` `30s` `5m` `24h` `7d` → milliseconds. */
export function parseDuration(text: string): Result<number, string> {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) return err('expected a duration such as 250ms, 30s, 5m, 24h or 7d');
  return ok(Number(match[1]) * durationUnits[match[2]!]!);
}

/** `512 KiB` (binary) or `1 MB` (decimal) → bytes. */
export function parseSize(text: string): Result<number, string> {
  const match = /^(\d+(?:\.\d+)?)\s*(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$/.exec(text.trim());
  if (!match) return err('expected a size such as 512 KiB, 1 MiB or 1 MB');
  return ok(Math.floor(Number(match[1]) * sizeUnits[match[2]!]!));
}
