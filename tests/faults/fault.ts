import type { Verdict } from '@acequia/testkit/oracle';

/** A way in which the harness makes the product (or itself) wrong on purpose: the judge must notice. */
export type MutationId =
  | 'sync-removed'
  | 'folder-sync-removed'
  | 'failed-sync-repeated'
  | 'acknowledge-before-write'
  | 'commit-not-written'
  | 'partial-group-kept'
  | 'segments-swapped'
  | 'cursor-commit-skipped'
  | 'cursor-ahead'
  | 'counters-not-in-the-commit'
  | 'state-newer-than-cursor'
  | 'switch-without-epoch';

export interface FaultOptions {
  /** Seed of the first cycle; cycle n has seed + n, so that one cycle can be repeated alone. */
  readonly seed: number;
  readonly cycles: number;
  readonly mutation?: MutationId | undefined;
  /** Ends after the first cycle with a fault. */
  readonly stopAtFault: boolean;
}

/** What came of some cycles with one disk, process or installation under them. */
export interface CycleReport {
  /** With `cycles: 1`, and for a session with `cycles` as below, repeats it. */
  readonly seed: number;
  readonly cycles: number;
  readonly verdict: Verdict;
}

/** One kind of fault: makes it, lets it end, and has the oracle judge. */
export interface Fault {
  readonly id: string;
  /** What must hold, in a few words. */
  readonly about: string;
  /** Where the fault is done: to the journal alone, to an engine process, or to an installation. */
  readonly layer: 'journal' | 'engine' | 'product';
  /** Cycles in `npm test`. */
  readonly smallCycles: number;
  /** Why it cannot be kept yet; such a fault is not part of `npm test`. */
  readonly brokenBecause?: string;
  run(options: FaultOptions): Promise<readonly CycleReport[]>;
}

/** A fault whose cycles have nothing in common. */
export function independentCycles(
  one: (seed: number, mutation: MutationId | undefined) => Promise<Verdict>,
): (options: FaultOptions) => Promise<readonly CycleReport[]> {
  return async ({ seed, cycles, mutation, stopAtFault }) => {
    const reports: CycleReport[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      const verdict = await one(seed + cycle, mutation);
      reports.push({ seed: seed + cycle, cycles: 1, verdict });
      if (stopAtFault && verdict.faults.length > 0) break;
    }
    return reports;
  };
}
