import { findActionOnDemand, findDatasinkOnDemand, findListenerOnDemand, type OnDemand } from '@acequia/components/on-demand';
import type { Components } from '@acequia/engine';

/**
 * The catalogue of this program, of which it reads what its deployment names. A component serves a deployment that asks for the same
 * major version, and no later one.
 */
export const components: Components = {
  listener: (id, version) => pair(findListenerOnDemand(id), version),
  action: (id, version) => pair(findActionOnDemand(id), version),
  datasink: (id, version) => pair(findDatasinkOnDemand(id), version),
};

function pair<D, R>(part: OnDemand<D, R> | undefined, version: string) {
  if (!part || !serves(part.version, version)) return undefined;
  return { definition: part.definition(), runtime: part.runtime() };
}

function serves(ours: string, asked: string): boolean {
  const [major = 0, minor = 0, patch = 0] = ours.split('.').map(Number);
  const [askedMajor = 0, askedMinor = 0, askedPatch = 0] = asked.split('.').map(Number);
  return major === askedMajor && (minor > askedMinor || (minor === askedMinor && patch >= askedPatch));
}
