import * as engine from './engine.ts';

/** The pattern engine; undefined in a browser into which it has not come yet. */
export const re2 = (): typeof engine | undefined => engine;

/** Resolves when the pattern engine is here. */
export const patternEngine = (): Promise<unknown> => Promise.resolve();
