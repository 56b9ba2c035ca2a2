import type { ConfigFault } from '@acequia/component-sdk/definition';
import type { OperationError } from '#lib/operations/operation-error.ts';

const portCodes: ReadonlySet<string> = new Set(['ACQ-PORT-TAKEN', 'ACQ-PORT-RANGE']);

/** Whether all there is to say stands beside the port. */
export const isPortFault = (error: OperationError): boolean => portCodes.has(error.code);

/** Faults of the configuration the server names: by path for `ACQ-CONFIG`, at the port for the port's own codes. */
export function serverFaults(error: OperationError): readonly ConfigFault[] {
  if (isPortFault(error)) return [{ path: 'port', code: error.code, severity: 'error', fields: error.fields }];
  if (error.code !== 'ACQ-CONFIG') return [];
  return Object.entries(error.fields).flatMap(([path, code]) =>
    typeof code === 'string' ? [{ path: path.replace(/^config\./, ''), code, severity: 'error' as const }] : [],
  );
}
