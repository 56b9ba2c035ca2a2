import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/** Which blocks of our own code run, so that input which reaches new ones is kept. */
export class BlockCoverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  }

  /** Blocks reached since the last call that never were before. */
  takeNew(): number {
    const before = this.#seen.size;
    this.#session.post(
      'Profiler.takePreciseCoverage',
      (_error: Error | null, coverage: Profiler.TakePreciseCoverageReturnType | undefined) => {
        for (const { url, scriptId, functions } of coverage?.result ?? []) if (url.includes('/packages/')) this.#note(scriptId, functions);
      },
    );
    return this.#seen.size - before;
  }

  close(): void {
    this.#session.disconnect();
  }

  #note(script: string, functions: readonly Profiler.FunctionCoverage[]): void {
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges) if (count > 0) this.#seen.add(`${script} ${startOffset} ${endOffset}`);
  }
}
