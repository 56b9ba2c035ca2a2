import { minuteMs } from '@acequia/base';
import type { LoginStep } from '@acequia/domain';

export interface SessionLimits {
  /** docs/decisions.md: 60 min. */
  readonly idleMs: number;
  /** docs/decisions.md: 12 h. */
  readonly absoluteMs: number;
}

/** docs/decisions.md: what a login still misses must come within this time. */
const stepLastsMs = 10 * minuteMs;

/** What decides on the end of a session; moments in ms since 1970. */
export interface SessionLife {
  readonly createdAt: number;
  readonly seenAt: number;
  readonly step: LoginStep | null;
}

/** End of a session if nobody moves, ms since 1970. */
export const endOf = (limits: SessionLimits, { createdAt, seenAt, step }: SessionLife): number =>
  Math.min(seenAt + limits.idleMs, createdAt + (step === null ? limits.absoluteMs : stepLastsMs));
