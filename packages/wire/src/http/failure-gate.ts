import { minuteMs, senderOf, type Clock, type Sender } from '@acequia/base';

/** Slows guessing: after 20 failures within a minute a sender is turned away for 60 s (catalogue, `http-auth-in`). */
export interface FailureGate {
  /** Seconds to wait, 0 = may try. */
  blockedSeconds(ip: string): number;
  failed(ip: string): void;
}

const failuresMax = 20;
const sendersMax = 10_000;

export function createFailureGate(clock: Clock): FailureGate {
  const seen = new Map<Sender, { since: number; count: number; until: number }>();
  return {
    blockedSeconds(ip) {
      const entry = seen.get(senderOf(ip));
      return entry && entry.until > clock.monotonic() ? Math.ceil((entry.until - clock.monotonic()) / 1000) : 0;
    },
    failed(ip) {
      const now = clock.monotonic();
      const sender = senderOf(ip);
      const known = seen.get(sender);
      const entry = known && now - known.since < minuteMs ? known : { since: now, count: 0, until: 0 };
      entry.count++;
      if (entry.count >= failuresMax) {
        entry.until = now + minuteMs;
        entry.count = 0;
        entry.since = now;
      }
      seen.delete(sender);
      seen.set(sender, entry);
      if (seen.size > sendersMax) seen.delete(seen.keys().next().value!);
    },
  };
}
