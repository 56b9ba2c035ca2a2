import type { Listener, ObjectStatusView } from '@acequia/contract';
import { reasonByName } from '../../http/path-view.ts';
import type { Dependent } from '../pipelines/dependents.service.ts';
import { presentStamps, type MemberNames } from '../tenants/tenants.service.ts';
import type { ListenerRow } from './listeners.store.ts';

export const presentListener = (
  row: ListenerRow,
  more: {
    readonly names: MemberNames;
    readonly labels: number;
    readonly usedBy: Dependent[];
    readonly status: ObjectStatusView;
    readonly refusals: Listener['refusals'] | undefined;
  },
): Listener => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  component: row.component,
  version: row.version,
  config: row.config,
  clusterId: row.clusterId,
  state: row.state,
  reason: reasonByName(row.reason),
  status: more.status,
  ...(more.refusals ? { refusals: more.refusals } : {}),
  revision: row.revision,
  labels: more.labels,
  usedBy: more.usedBy,
  ...presentStamps(row, more.names),
});
