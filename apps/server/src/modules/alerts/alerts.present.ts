import type { Alert } from '@acequia/contract';
import type { AlertRow } from './alerts.store.ts';

export interface AlertNames {
  readonly clusters: ReadonlyMap<string, string>;
  readonly workers: ReadonlyMap<string, string>;
  /** Of users. */
  readonly members: (id: string) => string;
}

/** As the facts were at the last look: an alert is over once its cause is gone, however long people wait to be told so. */
export function presentAlert(row: AlertRow, names: AlertNames, now: number): Alert {
  const named = (all: ReadonlyMap<string, string>, id: string) => (id === '' ? null : { id, name: all.get(id) ?? id });
  const isOver = row.state === 'resolved' || row.goneAt !== null;
  return {
    id: row.id,
    message: { code: row.code as Alert['message']['code'], fields: row.fields },
    priority: row.priority,
    source: { type: row.sourceType, id: row.sourceId },
    location: locationOf(row),
    cluster: named(names.clusters, row.clusterId),
    worker: named(names.workers, row.workerId),
    timestamp: row.firstAt,
    state: isOver ? 'resolved' : 'open',
    raises: row.raises,
    places: row.places,
    lastSeenAt: row.lastAt,
    resolvedAt: row.goneAt ?? row.resolvedAt,
    acknowledgedAt: row.acknowledgedAt,
    acknowledgedBy: row.acknowledgedBy === null ? null : names.members(row.acknowledgedBy),
    snoozedUntil: !isOver && row.snoozedUntil !== null && row.snoozedUntil > now ? row.snoozedUntil : null,
  };
}

const settings = (section: string, option: string): string => `/home?section=${section}&option=${option}`;

/** The screen of the cause. */
export function locationOf({ code, sourceType, sourceId, fields }: Pick<AlertRow, 'code' | 'sourceType' | 'sourceId' | 'fields'>): string {
  if (code === 'SECRET_EXPIRY')
    return `${settings('organization_settings', 'secrets_management')}${typeof fields['secret'] === 'string' ? `&item=${fields['secret']}` : ''}`;
  if (code === 'LOOKUP_NOT_IN_FORCE') return `/enrichments/${fields['lookup']}/edit`;
  if (code === 'TRIAL_STOPPED') return '/pipelines';
  if (code === 'OVER_LIMIT') return settings('tenant', 'usage');
  if (code === 'CERTIFICATE_EXPIRY' && sourceType === 'unknown') return settings('tenant', 'tenant_authentication');
  if (sourceId === '') return '/health';
  if (code === 'DECODE_FAILURES') return `/dead-letters?listener=${sourceId}`;
  return `/${sourceType}s/${sourceId}`;
}
