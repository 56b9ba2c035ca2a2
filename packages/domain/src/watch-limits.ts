import { dayMs, hourMs, minuteMs } from '@acequia/base';

/** From where on something is a problem, for the health page and for alerts (docs/decisions.md). */
export const watchLimits = {
  /** Part of the worker's disk that is free. */
  diskFree: 0.1,
  /** Part of a listener's journal that is not delivered. Intake pushes back at 0.9. */
  journalUndelivered: 0.8,
  /** Part of what a listener gets that it cannot decode, and at least so many records in the time. */
  decodeFailures: 0.01,
  decodeFailuresLeast: 10,
  /** Times that a listener turns senders away within 5 to 10 minutes (`alarmingRefusals`). */
  refusalsLeast: 20,
  /** Back over which losses and failures are counted. */
  recentMs: 5 * minuteMs,
  /** After the last write that found no space: nobody is told that a disk is full for long after it has space again. */
  fullMs: minuteMs,
  /** A listener that received nothing for so long, and was never silent for as long in at least `silentBeforeMs` before (`unusualSilenceMs`). */
  silentMs: 30 * minuteMs,
  silentBeforeMs: dayMs,
  /** What runs and let no event pass for so long is idle. */
  idleMs: hourMs,
  /** The longest silence that is told, and the time before it. Minutes of the ledger are kept for as long. */
  silentLooksBackMs: 2 * dayMs,
  /** Counters are summed up of what counted anything within this time. */
  balanceActiveMs: dayMs,
  /** Of what has counted for longer, the first days may be gone. */
  balanceOldestMs: 730 * dayMs,
  /** Before the end of a certificate or secret: told of, and urgent. */
  expiryMs: 14 * dayMs,
  expiryUrgentMs: 3 * dayMs,
} as const;
