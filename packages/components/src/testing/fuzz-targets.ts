import { elementTargets, framerTargets } from './fuzz/framings.ts';
import { lineTargets } from './fuzz/lines.ts';
import { otlpTargets } from './fuzz/otlp.ts';
import type { FuzzTarget } from './fuzz/target.ts';

export type { FuzzTarget } from './fuzz/target.ts';

/** Every decoder and framing that reads bytes from outside. */
export const fuzzTargets = (): readonly FuzzTarget[] => [...lineTargets(), ...otlpTargets(), ...framerTargets(), ...elementTargets()];
