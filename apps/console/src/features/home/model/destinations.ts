import type { Datasink, LiveFrame, Totals } from '@acequia/contract';
import { sumOfWays, type WayToSink } from '@acequia/domain';
import { waitingFor } from '#blocks/live/live-store.ts';

/** What reached a data sink, what waits for it, and what did not reach it. */
export interface Destination {
  readonly datasink: Datasink;
  readonly way: WayToSink;
  readonly delivered: number;
  /** Now. */
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly expired: number;
}

/** Of each data sink that a pipeline sends to or has sent to, the largest first. */
export function destinationsOf(totals: Totals, frame: LiveFrame | undefined, datasinks: readonly Datasink[]): readonly Destination[] {
  return datasinks
    .flatMap((datasink): Destination[] => {
      const ways = totals.ways.filter(({ datasinkId }) => datasinkId === datasink.id);
      const sums = totals.datasinks[datasink.id];
      if (ways.length === 0 && !sums) return [];
      const { delivered, rejected, dropped, expired } = sums ?? { delivered: 0, rejected: 0, dropped: 0, expired: 0 };
      const { events: waiting, bytes: waitingBytes } = waitingFor(datasink, frame);
      return [{ datasink, way: sumOfWays(ways), delivered, waiting, waitingBytes, rejected, dropped, expired }];
    })
    .sort((a, b) => b.way.enteredBytes - a.way.enteredBytes || b.way.deliveredBytes - a.way.deliveredBytes);
}
