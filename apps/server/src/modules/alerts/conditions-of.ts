import { secondMs } from '@acequia/base';
import type { AlertPriority, HealthPart } from '@acequia/contract';
import { causeFields } from '@acequia/contract/alert-texts';
import { alarmingAddress, alarmingRefusals, missesData, stateOfPart, unusualSilenceMs, watchLimits, type Heard } from '@acequia/domain';
import { percentOf, unplaced, type Condition } from './condition.ts';
import { isSilent, workerConditions, type WorkerFacts } from './worker-conditions.ts';

/** What there is to know of a tenant at one moment. */
export interface Facts {
  readonly now: number;
  readonly workers: readonly WorkerFacts[];
  readonly parts: readonly Pick<
    HealthPart,
    'kind' | 'id' | 'pipelineId' | 'node' | 'workerId' | 'clusterId' | 'state' | 'reason' | 'undeliveredBytes' | 'limitBytes' | 'refusals'
  >[];
  /** Of `watchLimits.recentMs`, by listener; and when it received events lately, null for never. */
  readonly listeners: readonly {
    readonly id: string;
    readonly clusterId: string;
    readonly received: number;
    readonly rejected: number;
    readonly heard: Heard | null;
  }[];
  /** Events that pipelines dropped against their will in `watchLimits.recentMs`. */
  readonly lost: readonly { readonly pipelineId: string; readonly count: number }[];
  /** Events of `watchLimits.recentMs` at which a step broke off, or ended its worker. */
  readonly failing: readonly { readonly pipelineId: string; readonly count: number }[];
  readonly secrets: readonly { readonly id: string; readonly name: string; readonly expiresAt: number }[];
  readonly certificates: readonly {
    readonly sourceType: 'listener' | 'datasink' | 'unknown';
    readonly sourceId: string;
    readonly name: string;
    readonly expiresAt: number;
  }[];
  /** Part of the daily limit that came in today; undefined without a limit. */
  readonly limitUsed: number | undefined;
  /** Of listeners and pipelines whose counters do not add up, by how many events. */
  readonly imbalances: readonly { readonly sourceType: 'listener' | 'pipeline'; readonly sourceId: string; readonly count: number }[];
  /** The end of the trial that stopped the pipelines, ms since 1970; undefined when none has. */
  readonly trialStopped: number | undefined;
  /** Names of listeners, pipelines, datasinks and lookups by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Everything that is wrong. The parts of a worker that is not heard of say nothing: it is the cause, and has an alert itself. */
export function conditionsOf(facts: Facts): readonly Condition[] {
  const { now, workers } = facts;
  const away = new Set(workers.filter((worker) => isSilent(worker, now)).map(({ id }) => id));
  return [
    ...workers.flatMap((worker) => workerConditions(worker, now)),
    ...partConditions(facts, away),
    ...listenerConditions(facts),
    ...refusalConditions(facts, away),
    ...facts.lost.map((lost) => onPipeline('EVENTS_LOST', 'critical', lost, facts)),
    ...facts.failing.map((failing) => onPipeline('STEP_FAILURES', 'high', failing, facts)),
    ...expiryConditions(facts),
    ...limitConditions(facts),
    ...facts.imbalances.map(({ sourceType, sourceId, count }): Condition => ({
      ...unplaced,
      code: 'LEDGER_IMBALANCE',
      topic: `LEDGER_IMBALANCE ${sourceId}`,
      priority: 'high',
      sourceType,
      sourceId,
      fields: { name: facts.names.get(sourceId) ?? sourceId, count },
    })),
    ...trialConditions(facts),
  ];
}

const onPipeline = (
  code: 'EVENTS_LOST' | 'STEP_FAILURES',
  priority: AlertPriority,
  { pipelineId, count }: Facts['lost'][number],
  { names }: Facts,
): Condition => ({
  ...unplaced,
  code,
  topic: `${code} ${pipelineId}`,
  priority,
  sourceType: 'pipeline',
  sourceId: pipelineId,
  fields: { name: names.get(pipelineId) ?? pipelineId, count },
});

/** An enrichment is no source that alerts can be asked for by. */
const lookupCondition = ({ id, reason, clusterId, workerId }: Facts['parts'][number], name: string): Condition => ({
  ...unplaced,
  code: 'LOOKUP_NOT_IN_FORCE',
  topic: `LOOKUP_NOT_IN_FORCE ${id}`,
  priority: 'high',
  clusterId,
  workerId,
  fields: { name, lookup: id, version: reason?.fields['version'] ?? '', ...(reason ? { reason: reason.code } : {}) },
});

const codeOf = { listener: 'LISTENER_FAILED', pipeline: 'PIPELINE_REFUSED', datasink: 'DESTINATION_DOWN' } as const;

/** One for each listener, pipeline and datasink, however many workers and pipelines use it. */
function partConditions({ parts, names }: Facts, away: ReadonlySet<string>): Condition[] {
  const found = new Map<string, Condition>();
  const add = (condition: Condition) => {
    const known = found.get(condition.topic);
    found.set(condition.topic, known ? { ...known, places: known.places + 1 } : condition);
  };
  for (const part of parts) {
    const { kind, id, reason, clusterId, workerId } = part;
    const state = stateOfPart({ ...part, heard: !away.has(workerId) });
    if (state === 'offline') continue;
    const name = names.get(id) ?? id;
    if (kind === 'lookup') {
      add(lookupCondition(part, name));
      continue;
    }
    const about = { ...unplaced, sourceType: kind, sourceId: id, clusterId, workerId };
    if (state === 'action-required' || state === 'waiting') {
      const code = codeOf[kind];
      add({ ...about, code, topic: `${code} ${id}`, priority: 'critical', fields: { name, ...(reason ? causeFields(reason) : {}) } });
    }
    if (missesData({ ...part, heard: true }))
      add({
        ...about,
        code: 'LISTENER_INCOMPLETE',
        topic: `LISTENER_INCOMPLETE ${id}`,
        priority: 'high',
        fields: { name, ...(reason ? { reason: reason.code } : {}) },
      });
    const undelivered = part.limitBytes > 0 ? part.undeliveredBytes / part.limitBytes : 0;
    if (undelivered >= watchLimits.journalUndelivered)
      add({
        ...about,
        code: 'JOURNAL_NEAR_LIMIT',
        topic: `JOURNAL_NEAR_LIMIT ${id}`,
        priority: 'high',
        fields: { name, percent: percentOf(undelivered) },
      });
  }
  return [...found.values()];
}

function listenerConditions({ now, listeners, names }: Facts): Condition[] {
  return listeners.flatMap(({ id, clusterId, received, rejected, heard }): Condition[] => {
    const about = { ...unplaced, sourceType: 'listener', sourceId: id, clusterId } as const;
    const name = names.get(id) ?? id;
    const share = received > 0 ? rejected / received : 0;
    const undecoded = rejected >= watchLimits.decodeFailuresLeast && share > watchLimits.decodeFailures;
    const silentMs = heard ? unusualSilenceMs(heard, now) : undefined;
    return [
      ...(undecoded
        ? [
            {
              ...about,
              code: 'DECODE_FAILURES',
              topic: `DECODE_FAILURES ${id}`,
              priority: 'medium',
              fields: { name, count: rejected, percent: Math.max(1, percentOf(share)) },
            } as const,
          ]
        : []),
      ...(silentMs !== undefined
        ? [
            {
              ...about,
              code: 'LISTENER_SILENT',
              topic: `LISTENER_SILENT ${id}`,
              priority: 'low',
              fields: { name, minutes: Math.floor(silentMs / (60 * secondMs)) },
            } as const,
          ]
        : []),
    ];
  });
}

/** One for each listener, however many workers run it. */
function refusalConditions({ parts, names }: Facts, away: ReadonlySet<string>): Condition[] {
  const told = parts.filter(({ workerId, refusals }) => refusals && !away.has(workerId));
  return [...Map.groupBy(told, ({ id }) => id)].flatMap(([id, of]): Condition[] => {
    const refusals = of.flatMap((part) => part.refusals ?? []);
    const count = alarmingRefusals(refusals);
    if (count < watchLimits.refusalsLeast) return [];
    const address = alarmingAddress(refusals) ?? '?';
    const fields = { name: names.get(id) ?? id, count, address };
    return [
      {
        ...unplaced,
        code: 'SENDERS_REFUSED',
        topic: `SENDERS_REFUSED ${id}`,
        priority: 'medium',
        sourceType: 'listener',
        sourceId: id,
        clusterId: of[0]!.clusterId,
        fields,
      },
    ];
  });
}

const expiryPriority = (leftMs: number): AlertPriority =>
  leftMs <= 0 ? 'critical' : leftMs <= watchLimits.expiryUrgentMs ? 'high' : 'medium';
const dayOf = (at: number): string => new Date(Math.max(-momentMax, Math.min(at, momentMax))).toISOString().split('T')[0]!;

/** The furthest moment that a date can name, in ms before and after 1970. */
const momentMax = 8.64e15;

function expiryConditions({ now, secrets, certificates }: Facts): Condition[] {
  const soon = ({ expiresAt }: { readonly expiresAt: number }) => expiresAt - now <= watchLimits.expiryMs;
  return [
    ...secrets.filter(soon).map(({ id, name, expiresAt }): Condition => ({
      ...unplaced,
      code: 'SECRET_EXPIRY',
      topic: `SECRET_EXPIRY ${id}`,
      priority: expiryPriority(expiresAt - now),
      fields: { name, until: dayOf(expiresAt), secret: id },
    })),
    ...certificates.filter(soon).map(({ sourceType, sourceId, name, expiresAt }): Condition => ({
      ...unplaced,
      code: 'CERTIFICATE_EXPIRY',
      topic: `CERTIFICATE_EXPIRY ${sourceType} ${sourceId} ${expiresAt}`,
      priority: expiryPriority(expiresAt - now),
      sourceType,
      sourceId,
      fields: { name, until: dayOf(expiresAt) },
    })),
  ];
}

const trialConditions = ({ trialStopped }: Facts): Condition[] =>
  trialStopped === undefined
    ? []
    : [{ ...unplaced, code: 'TRIAL_STOPPED', topic: 'TRIAL_STOPPED', priority: 'critical', fields: { until: dayOf(trialStopped) } }];

const limitConditions = ({ limitUsed }: Facts): Condition[] =>
  limitUsed === undefined || limitUsed < 1
    ? []
    : [{ ...unplaced, code: 'OVER_LIMIT', topic: 'OVER_LIMIT', priority: 'high', fields: { percent: percentOf(limitUsed) } }];
