import type { Random } from '@acequia/base';

/**
 * A wait in ms before attempt `n` (1 = after the first failure): uniformly random between 0 and the doubled first wait,
 * never above `maxMs` (full jitter).
 */
export function backoffMs(attempt: number, limits: { readonly firstMs: number; readonly maxMs: number }, random: Random): number {
  const ceiling = Math.min(limits.maxMs, limits.firstMs * 2 ** Math.min(attempt - 1, 40));
  const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
  const fraction = (a * 0x1000000 + b * 0x10000 + c * 0x100 + d) / 0x1_0000_0000;
  return Math.floor(fraction * ceiling);
}
