import type { Reading } from './conversation.ts';

/** Where a person sees what was looked up; undefined: nowhere of its own. */
export function readTarget({ operation, id }: Pick<Reading, 'operation' | 'id'>): string | undefined {
  const [noun = ''] = operation.split(':');
  const list = lists[noun];
  if (list === undefined || id === null) return list;
  return noun === 'pipelines' || noun === 'listeners' || noun === 'datasinks' ? `${list}/${encodeURIComponent(id)}` : list;
}

const lists: Readonly<Record<string, string>> = {
  pipelines: '/pipelines',
  listeners: '/listeners',
  labels: '/listeners',
  datasinks: '/datasinks',
  lookups: '/enrichments',
  clusters: '/health',
  health: '/health',
  alerts: '/alerts',
  metrics: '/home',
  dataHistory: '/datahistory',
};
