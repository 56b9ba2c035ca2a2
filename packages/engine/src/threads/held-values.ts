import type { LaneHoldings } from './messages.ts';

/** In a lane's thread: the secrets and lookup tables the control has sent, as of now. */
export class HeldValues {
  #secrets = new Map<string, string>();
  #lookups = new Map<string, SharedArrayBuffer>();

  replace({ secrets, lookups }: LaneHoldings): void {
    this.#secrets = new Map(secrets.map(([tenantId, reference, value]) => [`${tenantId} ${reference}`, value]));
    this.replaceLookups(lookups);
  }

  replaceLookups(lookups: LaneHoldings['lookups']): void {
    this.#lookups = new Map(lookups.map(([tenantId, id, version, table]) => [lookupKey(tenantId, id, version), table]));
  }

  secret(reference: string, tenantId: string): string | undefined {
    return this.#secrets.get(`${tenantId} ${reference}`);
  }

  lookup(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined {
    return this.#lookups.get(lookupKey(tenantId, id, version));
  }
}

const lookupKey = (tenantId: string, id: string, version: number | undefined): string => `${tenantId} ${id} ${version ?? ''}`;
