import type * as parts from './engine.ts';

type Engine = typeof parts;

let engine: Engine | undefined;
let coming: Promise<unknown> | undefined;

/** Takes the place of `re2.ts` in a browser: the engine comes beside what needs it, not before it. Asked for anew after a failure. */
export const patternEngine = (): Promise<unknown> =>
  (coming ??= import('./engine.ts').then(
    (module) => (engine = module),
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  ));

export function re2(): Engine | undefined {
  if (!engine) void patternEngine().catch(() => undefined);
  return engine;
}
