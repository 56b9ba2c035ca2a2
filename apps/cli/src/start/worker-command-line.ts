/**
 * The command line of a worker's program. Most of what a worker makes lies outside the collector's heap and is let go of when
 * the young part of the heap is collected: a small one is collected often, so less lies about. The collector counts these bytes
 * against the old part, which without a size of its own is collected whole every 15 MB (docs/benchmarks/memory.md).
 * When its heap is full, what it leaves of itself for the next one is without the environment's variables, which may be secret, and
 * without asking for names of addresses.
 */
export const workerCommandLine = (program: string): readonly [string, ...string[]] => [
  process.execPath,
  '--max-semi-space-size=4',
  '--initial-old-space-size=64',
  '--report-exclude-env',
  '--report-exclude-network',
  program,
];
