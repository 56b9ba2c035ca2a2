import type { RE2JS } from 're2js';

let engine: typeof RE2JS | undefined;
let coming: Promise<unknown> | undefined;

/** Takes the place of `re2.ts` in a browser: the engine comes beside what needs it, not before it. Asked for anew after a failure. */
export const patternEngine = (): Promise<unknown> =>
  (coming ??= import('re2js').then(
    (module) => (engine = module.RE2JS),
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  ));

export function re2(): typeof RE2JS | undefined {
  if (!engine) void patternEngine().catch(() => undefined);
  return engine;
}
