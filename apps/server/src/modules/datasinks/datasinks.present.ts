import type { Datasink, ObjectStatusView } from '@acequia/contract';
import type { Dependent } from '../pipelines/dependents.service.ts';
import { presentStamps, type MemberNames } from '../tenants/tenants.service.ts';
import type { DatasinkRow } from './datasinks.store.ts';

export const presentDatasink = (row: DatasinkRow, names: MemberNames, usedBy: Dependent[], status: ObjectStatusView): Datasink => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  component: row.component,
  version: row.version,
  preset: row.preset,
  config: row.config,
  status,
  revision: row.revision,
  usedBy,
  ...presentStamps(row, names),
});
