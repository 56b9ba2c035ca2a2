import type { Hostile, Lab } from './lab.ts';
import { malformed } from './malformed.ts';
import { misdirected } from './misdirected.ts';
import { unproven } from './unproven.ts';
import { weakened } from './weakened.ts';
import { wrapped } from './wrapped.ts';

export { signed, signedResponse, type Lab } from './lab.ts';

/** Documents none of which may be believed, made anew for a laboratory. */
export const hostileDocuments = (lab: Lab): readonly Hostile[] => [
  ...wrapped(lab),
  ...unproven(lab),
  ...weakened(lab),
  ...malformed(lab),
  ...misdirected(lab),
];
