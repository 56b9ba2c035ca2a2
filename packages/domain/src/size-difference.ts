/** Outcomes of one version of a pipeline in a range, as the ledger has them: entered + created = all outcomes + what is under way. */
export interface VersionCounts {
  readonly entered: number;
  readonly enteredBytes: number;
  readonly created: number;
  readonly delivered: number;
  readonly filtered: number;
  readonly merged: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly expired: number;
}

/** Those of them that were counted at one data sink. */
export interface SinkCounts {
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly expired: number;
}

/**
 * What entered on the way to a data sink, and what is sent to it. What waits, was refused or lost is sent as well, by the mean size:
 * nobody removed it on purpose. Sums of such ways are ways again.
 */
export interface WayToSink {
  readonly entered: number;
  readonly enteredBytes: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  /** What still waits and may be for the data sink; below 0 where more left than came in. */
  readonly underWayBytes: number;
  /** Both are equal where it is known to which of the data sinks each event goes. */
  readonly sentBytesMin: number;
  readonly sentBytesMax: number;
}

const noWay: WayToSink = {
  entered: 0,
  enteredBytes: 0,
  delivered: 0,
  deliveredBytes: 0,
  underWayBytes: 0,
  sentBytesMin: 0,
  sentBytesMax: 0,
};

/** The way of one version to each of its data sinks. */
export function waysOf(version: VersionCounts, sinks: ReadonlyMap<string, SinkCounts>): ReadonlyMap<string, WayToSink> {
  const { entered, enteredBytes, filtered, merged } = version;
  const lost = lostOf(version);
  // Less than 0 where more left than came in: events that had waited before the range.
  const underWay = entered + version.created - version.delivered - filtered - merged - lost;
  const lostAtSinks = [...sinks.values()].reduce((sum, sink) => sum + lostOf(sink), 0);
  return new Map(
    [...sinks].map(([id, sink]) => {
      const mean = sink.delivered > 0 ? sink.deliveredBytes / sink.delivered : entered > 0 ? enteredBytes / entered : 0;
      const sent = (events: number) => Math.max(0, sink.deliveredBytes + (lostOf(sink) + events) * mean);
      const others = lost - lostAtSinks;
      const [min, max] =
        sinks.size === 1 ? [underWay + others, underWay + others] : [Math.min(0, underWay), others + Math.max(0, underWay)];
      const { delivered, deliveredBytes } = sink;
      const underWayBytes = underWay * mean;
      return [id, { entered, enteredBytes, delivered, deliveredBytes, underWayBytes, sentBytesMin: sent(min), sentBytesMax: sent(max) }];
    }),
  );
}

const lostOf = ({ rejected, dropped, expired }: Pick<SinkCounts, 'rejected' | 'dropped' | 'expired'>): number =>
  rejected + dropped + expired;

/** All these ways in one. */
export const sumOfWays = (ways: readonly WayToSink[]): WayToSink =>
  ways.reduce(
    (sum, way) => ({
      entered: sum.entered + way.entered,
      enteredBytes: sum.enteredBytes + way.enteredBytes,
      delivered: sum.delivered + way.delivered,
      deliveredBytes: sum.deliveredBytes + way.deliveredBytes,
      underWayBytes: sum.underWayBytes + way.underWayBytes,
      sentBytesMin: sum.sentBytesMin + way.sentBytesMin,
      sentBytesMax: sum.sentBytesMax + way.sentBytesMax,
    }),
    noWay,
  );

/** How the size of what is sent differs from the size of what entered. */
export type SizeDifference =
  | {
      /** Nothing entered; too few events for a percentage; events wait, or were sent that had waited; no difference. */
      readonly kind: 'none' | 'few' | 'open' | 'same';
    }
  /** A share of what entered, above 0. */
  | { readonly kind: 'less' | 'more'; readonly share: number };

/** From so many events that entered a percentage is told. */
export const eventsForDifference = 1000;
/** As a share of what entered: from here two sizes differ; with more than so much under way, they cannot be compared. */
const [differs, unsure] = [0.005, 0.05];

/**
 * Never more of a saving, and never more of a growth, than what is known for certain. What steps lost belongs to no data sink, and is known
 * all the same: only what is under way is open.
 */
export function sizeDifference({ entered, enteredBytes, underWayBytes, sentBytesMin, sentBytesMax }: WayToSink): SizeDifference {
  if (entered <= 0 || enteredBytes <= 0) return { kind: 'none' };
  if (entered < eventsForDifference) return { kind: 'few' };
  if (Math.abs(underWayBytes) > unsure * enteredBytes) return { kind: 'open' };
  const [least, most] = [sentBytesMin / enteredBytes - 1, sentBytesMax / enteredBytes - 1];
  if (most <= -differs) return { kind: 'less', share: -most };
  return least >= differs ? { kind: 'more', share: least } : { kind: 'same' };
}
