export { createEngine, type Engine } from './engine.ts';
export { defaultLimits } from './limits.ts';
export type * from './options.ts';
export type * from './status.ts';
export type { DeadLetterDesk } from './dead-letters/dead-letter-desk.ts';
export type * from './dead-letters/dead-letter.ts';
export { redriveStopped, type StoppedRedrive, type StoppedRedriveReport } from './dead-letters/redrive-stopped.ts';
