import { MiB, parseSize } from '@acequia/base';
import type { Durability } from '@acequia/journal';

/** The shared field group `intake` (catalogue 0.3) as the engine uses it. */
export interface IntakeSettings {
  readonly revision: number;
  readonly durability: Durability;
  readonly ackWhen: 'journal' | 'delivered';
  readonly maxEventBytes: number;
  readonly onOversize: 'truncate' | 'split' | 'reject';
  readonly keepRaw: boolean;
}

/** Reads the group from a checked configuration; a listener without it has the defaults. */
export function readIntakeSettings(config: Readonly<Record<string, unknown>>, revision: number): IntakeSettings {
  const size = typeof config['maxEvent'] === 'string' ? parseSize(config['maxEvent']) : undefined;
  return {
    revision,
    durability: oneOf(config['durability'], ['fsync', 'os', 'memory'], 'fsync'),
    ackWhen: oneOf(config['ackWhen'], ['journal', 'delivered'], 'journal'),
    maxEventBytes: size?.ok ? size.value : MiB,
    onOversize: oneOf(config['onOversize'], ['truncate', 'split', 'reject'], 'truncate'),
    keepRaw: config['keepRaw'] !== false,
  };
}

function oneOf<T extends string>(value: unknown, options: readonly T[], otherwise: T): T {
  return options.find((option) => option === value) ?? otherwise;
}
