import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeliveryAttempt } from '../status.ts';
import { AttemptLog, attemptsKept } from './attempt-log.ts';

const outcomes = fc.array(
  fc.constantFrom('delivered' as const, 'delivered' as const, 'delivered' as const, 'rejected' as const, 'failed' as const),
  {
    maxLength: 200,
  },
);

test('the last of each kind are kept, the newest first: no number of successes pushes a failure out', () => {
  fc.assert(
    fc.property(outcomes, (each) => {
      const log = new AttemptLog();
      const made = each.map((outcome, atMs): DeliveryAttempt => ({ atMs, tookMs: 1, outcome, events: 1 }));
      for (const attempt of made) log.note(attempt);
      const isDelivered = ({ outcome }: DeliveryAttempt) => outcome === 'delivered';
      const wanted = [
        ...made.filter(isDelivered).slice(-attemptsKept),
        ...made.filter((attempt) => !isDelivered(attempt)).slice(-attemptsKept),
      ];
      expect(log.read()).toEqual(wanted.sort((one, other) => other.atMs - one.atMs));
    }),
  );
});
