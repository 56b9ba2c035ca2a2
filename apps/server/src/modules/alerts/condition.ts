import type { AlertCode, AlertPriority, AlertSourceType, Reason } from '@acequia/contract';

/** Something that is wrong now. Two with the same topic are one alert. */
export interface Condition {
  readonly code: AlertCode;
  readonly topic: string;
  readonly priority: AlertPriority;
  readonly sourceType: AlertSourceType;
  readonly sourceId: string;
  readonly clusterId: string;
  readonly workerId: string;
  readonly fields: Reason['fields'];
  /** How many things it speaks of. */
  readonly places: number;
}

/** Of nothing that has a screen of its own. */
export const unplaced = { sourceType: 'unknown', sourceId: '', clusterId: '', workerId: '', places: 1 } as const;

export const percentOf = (fraction: number): number => Math.round(fraction * 100);

/** More new alerts of one kind at once than this are one. */
export const stormMax = 10;

/** The most conditions of one kind that begin together stand in one: whole networks fall silent at once. Those that are alerts already stay apart. */
export function withoutStorms(conditions: readonly Condition[], known: ReadonlySet<string>): readonly Condition[] {
  const calm: Condition[] = [];
  for (const [code, group] of Map.groupBy(conditions, (condition) => condition.code)) {
    const storm = `${code} *`;
    const fresh = group.filter(({ topic }) => !known.has(topic));
    const collapses = fresh.length > stormMax || (known.has(storm) && fresh.length > 0);
    calm.push(...group.filter((condition) => !collapses || known.has(condition.topic)));
    if (collapses) calm.push({ ...fresh[0]!, topic: storm, sourceType: 'unknown', sourceId: '', places: fresh.length });
  }
  return calm;
}
