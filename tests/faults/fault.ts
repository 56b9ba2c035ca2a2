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
  | 'switch-without-epoch'
  | 'activation-without-epoch';

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
  /** What was measured, by name with its unit; the highest of all cycles is printed. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** One kind of fault: makes it, lets it end, and has the oracle judge. */
export interface Fault {
  readonly id: string;
  /** What must hold, in a few words. */
  readonly about: string;
  /** Where the fault is done: to a decoder, to the journal alone, to the server's records, to an engine process, or to an installation. */
  readonly layer: 'decoders' | 'journal' | 'records' | 'engine' | 'product';
  /** Cycles in `npm test`; 0: only in the long run, once. */
  readonly smallCycles: number;
  /** Why it cannot be kept yet; such a fault is not part of `npm test`. */
  readonly brokenBecause?: string;
  /** Of what is measured, the most that is wanted. */
  readonly wanted?: Readonly<Record<string, number>>;
  /** It measures time or memory: nothing else may run beside it. */
  readonly alone?: boolean;
  run(options: FaultOptions): Promise<readonly CycleReport[]>;
}

/** A verdict with what was measured on the way to it. */
export type Judged = Verdict & Pick<CycleReport, 'figures'>;

/** A fault whose cycles have nothing in common. */
export function independentCycles(
  one: (seed: number, mutation: MutationId | undefined) => Promise<Judged>,
): (options: FaultOptions) => Promise<readonly CycleReport[]> {
  return async ({ seed, cycles, mutation, stopAtFault }) => {
    const reports: CycleReport[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      const { figures, ...verdict } = await one(seed + cycle, mutation);
      reports.push({ seed: seed + cycle, cycles: 1, verdict, ...(figures && { figures }) });
      if (stopAtFault && verdict.faults.length > 0) break;
    }
    return reports;
  };
}
