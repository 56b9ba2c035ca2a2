/**
 * The command line of a worker's program. Most of what a worker makes lies outside the collector's heap and is let go of when
 * the young part of the heap is collected: a small one is collected often, so less lies about (docs/benchmarks/memory.md).
 */
export const workerCommandLine = (program: string): readonly [string, ...string[]] => [
  process.execPath,
  '--max-semi-space-size=4',
  program,
];
