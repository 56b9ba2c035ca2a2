import type { Totals } from '@acequia/contract';

export interface Sums {
  readonly received: number;
  readonly receivedBytes: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
}

/** Everything that came in and went out in a period; what went to an excluded datasink is left out. */
export function sumsOf(totals: Totals, excluded: readonly string[] = []): Sums {
  const sums = { received: 0, receivedBytes: 0, delivered: 0, deliveredBytes: 0 };
  for (const listener of Object.values(totals.listeners)) {
    sums.received += listener.received;
    sums.receivedBytes += listener.receivedBytes;
  }
  for (const [id, datasink] of Object.entries(totals.datasinks)) {
    if (excluded.includes(id)) continue;
    sums.delivered += datasink.delivered;
    sums.deliveredBytes += datasink.deliveredBytes;
  }
  return sums;
}

/** Share of the incoming volume that was not sent on; undefined before anything came in. Not below 0. */
export const savedFraction = ({ receivedBytes, deliveredBytes }: Sums): number | undefined =>
  receivedBytes <= 0 ? undefined : Math.max(0, 1 - deliveredBytes / receivedBytes);

/** Change against the period before as a fraction; undefined when there was nothing before. */
export const changeOf = (now: number, before: number): number | undefined => (before <= 0 ? undefined : now / before - 1);
