const { KERNEL_RUNS: runs, KERNEL_SEED: seed } = process.env;

/** How many cases a kernel's property is tried on: `few` in `npm test`, else what `KERNEL_RUNS` says; `KERNEL_SEED` repeats a run. */
export const kernelRuns = (few: number): { numRuns: number; seed?: number } => ({
  numRuns: Number(runs ?? few),
  ...(seed === undefined ? {} : { seed: Number(seed) }),
});
