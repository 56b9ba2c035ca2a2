import { createHash } from 'node:crypto';
import type { Sender } from '@acequia/base';
import type { RateLimit } from './rate-limit.ts';

/** Says no to a call before anything is looked up for it. */
export interface CallBudget {
  /**
   * Takes a call from the budget of what it shows (a cookie, a key), when that was good a while ago, else from the one that all
   * others of its sender share: who makes up new cookies or keys gains nothing. Throws ACQ-TOO-MANY.
   */
  take(shown: string | undefined, sender: Sender): void;
  /** What it showed was good: from now on it has a budget of its own. */
  admitted(shown: string): void;
  /** It is not any more. */
  refused(shown: string): void;
}

/** Of a session or a key that was good. */
type Known = `known:${string}`;

const knownMax = 20_000;

export function createCallBudget(rate: RateLimit<Known | Sender>): CallBudget {
  /** Digests, the one that was used last at the end. */
  const known = new Set<string>();
  const digest = (shown: string) => createHash('sha256').update(shown).digest('base64');
  return {
    take: (shown, sender) => {
      const key = shown === undefined ? undefined : digest(shown);
      rate.take(key !== undefined && known.has(key) ? `known:${key}` : sender);
    },
    admitted: (shown) => {
      const key = digest(shown);
      known.delete(key);
      known.add(key);
      if (known.size > knownMax) known.delete(known.values().next().value ?? key);
    },
    refused: (shown) => void known.delete(digest(shown)),
  };
}
