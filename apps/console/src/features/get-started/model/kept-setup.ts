import type { StartSetup, StartSource } from '@acequia/contract';

/** Set-ups of this tab, so that a reload goes on where it was. The token is in memory alone. */
const inMemory = new Map<string, StartSetup>();
const keyOf = (tenantId: string, source: StartSource): string => `acequia:get-started:${tenantId}:${source}`;

/** A later answer about the same listener tells its token no more: the known one stays. */
export function keepSetup(tenantId: string, made: StartSetup): StartSetup {
  const key = keyOf(tenantId, made.source);
  const known = inMemory.get(key);
  const setup = made.token === null && known?.listenerId === made.listenerId ? { ...made, token: known.token } : made;
  inMemory.set(key, setup);
  sessionStorage.setItem(key, JSON.stringify({ ...setup, token: null }));
  return setup;
}

export function keptSetup(tenantId: string, source: StartSource): StartSetup | undefined {
  const key = keyOf(tenantId, source);
  const text = sessionStorage.getItem(key);
  return inMemory.get(key) ?? (text === null ? undefined : (JSON.parse(text) as StartSetup));
}

export function forgetSetup(tenantId: string, source: StartSource): void {
  const key = keyOf(tenantId, source);
  inMemory.delete(key);
  sessionStorage.removeItem(key);
}
