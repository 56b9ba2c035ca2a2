import type { ConfigFault } from '@acequia/component-sdk/definition';

/** Faults of the field and of everything inside it, with the path taken from there on. */
export function faultsUnder(faults: readonly ConfigFault[], path: string): readonly ConfigFault[] {
  return faults.flatMap((fault) => {
    if (fault.path === path) return [{ ...fault, path: '' }];
    return fault.path.startsWith(`${path}.`) ? [{ ...fault, path: fault.path.slice(path.length + 1) }] : [];
  });
}

/** Whether any fault hangs below one of these fields; opens what hides them. */
export const anyFault = (faults: readonly ConfigFault[], names: readonly string[]): boolean =>
  names.some((name) => faultsUnder(faults, name).length > 0);
