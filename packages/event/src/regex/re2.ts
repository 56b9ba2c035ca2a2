import { RE2JS } from 're2js';

/** The pattern engine; undefined in a browser into which it has not come yet. */
export const re2 = (): typeof RE2JS | undefined => RE2JS;

/** Resolves when the pattern engine is here. */
export const patternEngine = (): Promise<unknown> => Promise.resolve();
