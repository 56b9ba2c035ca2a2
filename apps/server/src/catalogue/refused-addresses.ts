import { AppError, isAppError } from '@acequia/base';
import { addressesOf, type ConfigFault, type ConfigSchema } from '@acequia/component-sdk/definition';
import type { EgressPolicy } from '@acequia/wire';
import { asWritten, ruleAgainst } from '../http/callable-address.ts';
import { faultFields } from './instance-config.ts';

type Config = Readonly<Record<string, unknown>>;

/**
 * Throws ACQ-CONFIG with the rule (`EGRESS_…`) at each field whose address the guard of connections would refuse. Workers resolve names,
 * often otherwise than this machine does: only addresses as they are written are decided here. One that was there before is no reason to refuse another name or description.
 */
export async function assertAddresses(schema: ConfigSchema, config: Config, egress: EgressPolicy, before: Config = {}): Promise<void> {
  const known = new Set(addressesOf(schema, before).map(keyOf));
  const faults: ConfigFault[] = [];
  for (const address of addressesOf(schema, config)) {
    if (known.has(keyOf(address))) continue;
    const rule = await ruleAgainst(address, egress, { resolver: asWritten });
    if (rule !== undefined) faults.push({ path: address.path, code: rule, severity: 'error', fields: { message: address.host } });
  }
  if (faults.length > 0) throw new AppError('ACQ-CONFIG', { fields: faultFields(faults) });
}

/**
 * What `read` answers. Where it refuses the form of an address (`http` where `https` is asked for), and the guard of connections would
 * refuse the address in any form, ACQ-CONFIG names the guard's rule: otherwise that would be said only once the form is mended.
 */
export async function readAddressed<T>(
  read: () => T | Promise<T>,
  { schema, input, egress }: { readonly schema: ConfigSchema; readonly input: unknown; readonly egress: EgressPolicy | undefined },
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!egress || !isAppError(error) || error.code !== 'ACQ-CONFIG' || typeof input !== 'object' || input === null) throw error;
    const fields = { ...error.fields };
    for (const address of addressesOf(schema, input as Config)) {
      const rule = address.path in fields ? await ruleAgainst(address, egress, { resolver: asWritten }) : undefined;
      if (rule !== undefined) fields[address.path] = rule;
    }
    throw new AppError('ACQ-CONFIG', { cause: error, fields });
  }
}

const keyOf = ({ path, host, port }: ReturnType<typeof addressesOf>[number]): string => `${path} ${host} ${port}`;
