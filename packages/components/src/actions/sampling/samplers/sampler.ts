import type { BatchView, Row } from '@acequia/batch';

/** Chooses among the events of one stream, in their order. */
export interface Sampler {
  /** How many events the one that passes stands for (1 or more); 0 = it does not pass. `nowMs` is the event's time of receipt. */
  rate(view: BatchView, row: Row, nowMs: number): number;
  /** State for a checkpoint, as plain JSON; absent when there is none. */
  snapshot?(): unknown;
}
