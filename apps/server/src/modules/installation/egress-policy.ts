import type { EgressRule } from '@acequia/contract';
import type { ClusterEgress } from '@acequia/pipeline';
import { joinEndpoint } from '@acequia/wire';
import type { EgressRow } from './installation.store.ts';

export type EgressMode = 'open' | 'public-only';

/** Private addresses are open to the only organization of an installation; to several, only what the rules name. */
export const isPrivateOpen = (mode: EgressMode, { tenants }: Pick<EgressRow, 'tenants'>): boolean => mode === 'open' && tenants <= 1;

/** What workers, and the server itself, may call for each tenant. `own`: the installation's doors, as the guard of wire reads them. */
export function egressPolicyOf(mode: EgressMode, row: EgressRow, own: readonly string[]): ClusterEgress {
  const open = isPrivateOpen(mode, row);
  const rules = row.rules ?? [];
  const endpoint = ({ address, port }: EgressRule) => joinEndpoint(address, port);
  const tenants = Map.groupBy(
    rules.filter(({ tenantId }) => tenantId !== null),
    ({ tenantId }) => tenantId!,
  );
  return {
    mode: open ? 'open' : 'public-only',
    loopback: open && row.loopback,
    allowed: rules.filter(({ tenantId }) => tenantId === null).map(endpoint),
    tenants: Object.fromEntries([...tenants].map(([id, of]) => [id, of.map(endpoint)])),
    own: [...own],
    // A demo brings its own events and data sinks; it is no way around the rules.
    ...(row.demos.length === 0 ? {} : { closed: [...row.demos] }),
  };
}
