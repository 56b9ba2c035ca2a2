import { AppError } from '@acequia/base';
import { parseConfig, secretReferences, type ConfigFault, type ConfigSchema } from '@acequia/component-sdk/definition';

export interface InstanceConfig {
  /** Defaults filled in, values of hidden fields left out. */
  readonly config: Record<string, unknown>;
  /** Ids of the secrets it names, each once. */
  readonly secretIds: readonly string[];
}

/** The configuration of a listener or datasink as it is stored; ACQ-CONFIG with one code per path when it is wrong. */
export function readInstanceConfig(schema: ConfigSchema, input: unknown): InstanceConfig {
  const parsed = parseConfig(schema, input);
  if (!parsed.ok) throw new AppError('ACQ-CONFIG', { fields: faultFields(parsed.error) });
  const config = parsed.value as Record<string, unknown>;
  return { config, secretIds: [...new Set(secretReferences(schema, config).map((reference) => reference.id))] };
}

export const faultFields = (faults: readonly ConfigFault[]): Record<string, string> =>
  Object.fromEntries(faults.slice(0, 50).map((fault) => [fault.path, fault.code]));
