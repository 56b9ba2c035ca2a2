import type { Totals } from '@acequia/contract';

export interface Sums {
  readonly received: number;
  readonly receivedBytes: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  /** At listeners and in pipelines. */
  readonly rejected: number;
  readonly dropped: number;
  readonly expired: number;
}

/** Everything that came in, went out or was lost in a period; what went to an excluded datasink is left out of what was delivered. */
export function sumsOf(totals: Totals, excluded: readonly string[] = []): Sums {
  const sums = { received: 0, receivedBytes: 0, delivered: 0, deliveredBytes: 0, rejected: 0, dropped: 0, expired: 0 };
  for (const listener of Object.values(totals.listeners)) {
    sums.received += listener.received;
    sums.receivedBytes += listener.receivedBytes;
    sums.rejected += listener.rejected;
  }
  for (const pipeline of Object.values(totals.pipelines)) {
    sums.rejected += pipeline.rejected;
    sums.dropped += pipeline.dropped;
    sums.expired += pipeline.expired;
  }
  for (const [id, datasink] of Object.entries(totals.datasinks)) {
    if (excluded.includes(id)) continue;
    sums.delivered += datasink.delivered;
    sums.deliveredBytes += datasink.deliveredBytes;
  }
  return sums;
}

/** More than that is no growth: most of the period before has nothing in it, because data began to come during it. */
const growthMax = 10;

/** Change against the period before as a fraction; undefined when there is nothing before that it can be compared with. */
export const changeOf = (now: number, before: number): number | undefined =>
  before <= 0 || now > growthMax * before ? undefined : now / before - 1;
