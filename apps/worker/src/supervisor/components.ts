import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import type { Components } from '@acequia/engine';

/** The catalogue of this program. A component serves a deployment that asks for the same major version, and no later one. */
export const components: Components = {
  listener: (id, version) => pair(findListener(id), findListenerRuntime(id), version),
  action: (id, version) => pair(findAction(id), findActionRuntime(id), version),
  datasink: (id, version) => pair(findDatasink(id), findDatasinkRuntime(id), version),
};

function pair<D extends { readonly version: string }, R>(definition: D | undefined, runtime: R | undefined, version: string) {
  if (!definition || !runtime || !serves(definition.version, version)) return undefined;
  return { definition, runtime };
}

function serves(ours: string, asked: string): boolean {
  const [major = 0, minor = 0, patch = 0] = ours.split('.').map(Number);
  const [askedMajor = 0, askedMinor = 0, askedPatch = 0] = asked.split('.').map(Number);
  return major === askedMajor && (minor > askedMinor || (minor === askedMinor && patch >= askedPatch));
}
