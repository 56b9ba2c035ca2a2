export { createEngine, type Engine } from './engine.ts';
export { defaultLimits } from './limits.ts';
export type * from './options.ts';
export type * from './status.ts';
