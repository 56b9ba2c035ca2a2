import type { ConfigFault, ConfigSchema } from './definition.ts';
import { hintOf } from './field.ts';

/** A fault for each field that no configuration is saved without; one that was empty `before` may stay so. */
export function wantedFaults(
  schema: ConfigSchema,
  config: Readonly<Record<string, unknown>>,
  before?: Readonly<Record<string, unknown>>,
): readonly ConfigFault[] {
  return Object.entries(schema.shape).flatMap(([path, member]): readonly ConfigFault[] =>
    hintOf(member)?.wanted && config[path] === undefined && (before === undefined || before[path] !== undefined)
      ? [{ path, code: 'CONFIG_REQUIRED', severity: 'error' }]
      : [],
  );
}
