import { minuteMs, secondMs } from '@acequia/base';
import { alertPriorities, type AlertCode, type AlertEvent } from '@acequia/contract';
import { withoutStorms, type Condition } from './condition.ts';

/** What is known of an alert between two looks. */
export interface AlertState extends Condition {
  readonly id: string;
  readonly state: 'pending' | 'open' | 'resolved';
  readonly raises: number;
  /** ms since 1970, like all times here. */
  readonly firstAt: number;
  readonly raisedAt: number | null;
  readonly lastAt: number;
  /**
   * Since when its condition is not seen any more; null while it is. An open one is shown as over from then on: only what people are told of
   * its end waits until it is resolved.
   */
  readonly goneAt: number | null;
  readonly resolvedAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly snoozedUntil: number | null;
}

export interface Weighed {
  /** New and changed ones. */
  readonly write: readonly AlertState[];
  /** Ids of those that went before they were raised. */
  readonly forget: readonly string[];
  /** What people are told. */
  readonly tell: readonly { readonly alertId: string; readonly event: AlertEvent }[];
  /** Something changed that the console shows. */
  readonly shown: boolean;
}

/** How long a condition must last before it is an alert. */
const holdMs: Partial<Record<AlertCode, number>> = {
  DESTINATION_DOWN: 10 * secondMs,
  LISTENER_FAILED: 5 * secondMs,
  LISTENER_INCOMPLETE: 10 * secondMs,
  PIPELINE_REFUSED: 5 * secondMs,
  LOOKUP_NOT_IN_FORCE: 5 * secondMs,
  JOURNAL_NEAR_LIMIT: 30 * secondMs,
  DISK_LOW: 30 * secondMs,
};
/** How long it must be gone before people are told that the alert is over. */
const clearMs: Partial<Record<AlertCode, number>> = {
  EVENTS_LOST: 5 * minuteMs,
  STEP_FAILURES: 5 * minuteMs,
  DECODE_FAILURES: 5 * minuteMs,
  LISTENER_SILENT: 0,
  SECRET_EXPIRY: 0,
  TRIAL_STOPPED: 0,
};
const usualClearMs = minuteMs;
/**
 * An alert whose cause comes back within this time is the same one, acknowledged or snoozed as it was. From then on its cause must be gone
 * for as long before people are told that it is over, so that a cause that comes and goes sends few messages.
 */
export const flapMs = 10 * minuteMs;

const urgency = (condition: Pick<Condition, 'priority'>): number => alertPriorities.indexOf(condition.priority);

/**
 * What becomes of the alerts of a tenant when these conditions hold. A condition is an alert once it has lasted, and over once it has
 * been gone for a while; what flickers stays one alert, with `goneAt` while its condition is away. `known` holds the unresolved ones and those resolved within `flapMs`, each
 * topic once, and any resolved ones whose end people have not been told of (`isEndUntold`).
 *
 * The last that people are told of an alert is what became of it, once its cause rests and its snooze is over.
 */
export function weigh(known: readonly AlertState[], conditions: readonly Condition[], now: number, newId: () => string): Weighed {
  const byTopic = new Map(known.filter((alert) => mayReturn(alert, now)).map((alert) => [alert.topic, alert]));
  const topics = new Set(known.filter(({ state }) => state !== 'resolved').map(({ topic }) => topic));
  const present = new Map(withoutStorms(conditions, topics).map((condition) => [condition.topic, condition]));
  const write: AlertState[] = [];
  const forget: string[] = [];
  const tell: Weighed['tell'][number][] = [];
  let shown = false;
  const raise = (alert: AlertState, told: boolean) => {
    const raised = { ...alert, state: 'open' as const, raises: alert.raises + 1, raisedAt: now, resolvedAt: null };
    shown = true;
    if (told) tell.push({ alertId: alert.id, event: 'raised' });
    return raised;
  };
  for (const condition of present.values()) {
    const before = byTopic.get(condition.topic);
    const lasts = (since: number) => now - since >= (holdMs[condition.code] ?? 0);
    if (!before) {
      const fresh = { ...condition, ...newAlert, id: newId(), firstAt: now, lastAt: now };
      write.push(lasts(now) ? raise(fresh, true) : fresh);
      continue;
    }
    const seen: AlertState = {
      ...before,
      ...condition,
      firstAt: before.goneAt === null ? before.firstAt : now,
      lastAt: now,
      goneAt: null,
    };
    if (before.state === 'open') {
      const [next, told] = goOn(before, seen, now);
      if (told) tell.push({ alertId: before.id, event: 'raised' });
      shown ||= told || before.goneAt !== null || next.places !== before.places || next.priority !== before.priority;
      write.push(next);
    } else if (before.state === 'resolved') {
      const back = { ...seen, firstAt: now, snoozedUntil: isSnoozed(before, now) ? before.snoozedUntil : null };
      write.push(raise(back, !isEndUntold(before)));
    } else write.push(lasts(before.firstAt) ? raise(seen, true) : seen);
  }
  for (const alert of known) {
    if (present.has(alert.topic) && mayReturn(alert, now)) continue;
    if (alert.state === 'resolved') {
      if (!isEndUntold(alert) || (isSnoozed(alert, now) && mayReturn(alert, now))) continue;
      write.push({ ...alert, snoozedUntil: null });
      tell.push({ alertId: alert.id, event: 'resolved' });
      continue;
    }
    if (alert.state === 'pending') {
      forget.push(alert.id);
      continue;
    }
    const goneAt = alert.goneAt ?? now;
    shown ||= alert.goneAt === null;
    if (now - alert.lastAt < clearMsOf(alert)) {
      if (alert.goneAt === null) write.push({ ...alert, goneAt });
      continue;
    }
    const silent = isSnoozed(alert, now);
    write.push({ ...alert, state: 'resolved', goneAt, resolvedAt: now, snoozedUntil: silent ? alert.snoozedUntil : null });
    shown = true;
    if (!silent) tell.push({ alertId: alert.id, event: 'resolved' });
  }
  return { write, forget, tell, shown };
}

const newAlert = {
  state: 'pending',
  raises: 0,
  raisedAt: null,
  goneAt: null,
  resolvedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
} as const;

/** What takes no time to be over does not flicker: people bring it about. */
function clearMsOf({ code, raises }: Pick<AlertState, 'code' | 'raises'>): number {
  const clear = clearMs[code] ?? usualClearMs;
  return clear > 0 && raises > 1 ? Math.max(clear, flapMs) : clear;
}

/** Its cause would be the same alert again. */
const mayReturn = ({ state, resolvedAt }: AlertState, now: number): boolean =>
  state !== 'resolved' || resolvedAt === null || resolvedAt > now - flapMs;

/** It ended while it was snoozed: people are told of that when the snooze ends, or once it cannot come back. */
export const isEndUntold = ({ state, snoozedUntil }: Pick<AlertState, 'state' | 'snoozedUntil'>): boolean =>
  state === 'resolved' && snoozedUntil !== null;

const isSnoozed = ({ snoozedUntil }: AlertState, now: number): boolean => snoozedUntil !== null && snoozedUntil > now;

/** People are told again when it became more urgent, or when its snooze ends and nobody looks after it. */
function goOn(before: AlertState, seen: AlertState, now: number): readonly [AlertState, boolean] {
  if (isSnoozed(before, now)) return [seen, false];
  const woken = before.snoozedUntil !== null;
  const next = { ...seen, snoozedUntil: null };
  return [next, urgency(seen) < urgency(before) || (woken && before.acknowledgedAt === null)];
}
