import type { CycleReport, Fault, FaultOptions, MutationId } from './fault.ts';
import { allFaults } from './all-faults.ts';

/** A mistake, and the fault under which it must come to light within `mutantCyclesMax` cycles. */
export interface Mutant {
  readonly mutation: MutationId;
  readonly fault: string;
}

/**
 * Each cycle is a chance to notice; the first that does ends the run. Of the journal at most 24 were needed. Of an engine, where a
 * kill before the first commit is none, a state newer than its cursor came to light in five of nine sessions of ten cycles
 * (22 November 2026, 2 cores): ten sessions miss it once in 3,000 runs.
 */
export const mutantCyclesMax = 100;

export const mutants: readonly Mutant[] = [
  { mutation: 'sync-removed', fault: 'power-cut' },
  { mutation: 'folder-sync-removed', fault: 'power-cut' },
  { mutation: 'acknowledge-before-write', fault: 'power-cut' },
  { mutation: 'commit-not-written', fault: 'power-cut' },
  { mutation: 'segments-swapped', fault: 'power-cut' },
  { mutation: 'cursor-commit-skipped', fault: 'power-cut' },
  { mutation: 'cursor-ahead', fault: 'power-cut' },
  { mutation: 'failed-sync-repeated', fault: 'failing-disk' },
  { mutation: 'partial-group-kept', fault: 'crash-states' },
  { mutation: 'cursor-ahead', fault: 'kill' },
  { mutation: 'counters-not-in-the-commit', fault: 'kill' },
  { mutation: 'state-newer-than-cursor', fault: 'dedupe-kill' },
  { mutation: 'switch-without-epoch', fault: 'publish-and-kill' },
  { mutation: 'activation-without-epoch', fault: 'activate-and-kill' },
];

/** The report in which the judge noticed; undefined when it never did. */
export async function catchMutant(
  { mutation, fault }: Mutant,
  seed: number,
  run: (fault: Fault, options: FaultOptions) => Promise<readonly CycleReport[]> = (one, options) => one.run(options),
): Promise<CycleReport | undefined> {
  const found = allFaults.find(({ id }) => id === fault)!;
  const reports = await run(found, {
    seed,
    cycles: mutantCyclesMax,
    mutation,
    stopAtFault: true,
  });
  return reports.find(({ verdict }) => verdict.faults.length > 0);
}
