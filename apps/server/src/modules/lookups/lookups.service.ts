import { AppError, createId, type Random } from '@acequia/base';
import type { Lookup, LookupUsages } from '@acequia/contract';
import type { DeployedLookup, PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { nameTaken } from '../../db/constraint.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import { orderWorkers } from '../../dispatch/worker-orders.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { dependentsOf, releaseDependents } from '../pipelines/dependents.service.ts';
import { heardWorkers, placesOf } from '../health/health.service.ts';
import { objectStatuses } from '../health/object-statuses.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { readActivations } from './activations.store.ts';
import { deployedAs, type LookupHistory } from './lookups-in-time.ts';
import { lookupUses, type LookupUse } from './lookup-uses.ts';
import { presentLookup, presentUsages } from './lookups.present.ts';
import {
  lockLookup,
  findVersion,
  insertLookup,
  readActiveVersions,
  readDeployed,
  findLookup,
  readLookups,
  readUsingVersions,
  removeLookup,
  updateLookup,
  type LookupRow,
} from './lookups.store.ts';
import { missingTables } from './missing-tables.ts';
import { findRefresh, readRefreshes } from './refreshes.store.ts';
import { filePieces } from './stored-file.ts';

export { lookupsAt, type LookupHistory } from './lookups-in-time.ts';

export interface NewLookup {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly format: 'csv' | 'json-lines';
  readonly separator: ',' | ';' | '\t' | null;
  readonly keyColumn: string;
}

export interface LookupsService {
  list(scope: TenantScope): Promise<Lookup[]>;
  find(scope: TenantScope, id: string): Promise<Lookup>;
  getUsages(scope: TenantScope, id: string): Promise<LookupUsages>;
  create(scope: TenantScope, input: NewLookup): Promise<Lookup>;
  update(scope: TenantScope, input: Pick<NewLookup, 'name' | 'description' | 'tags'> & { readonly id: string }): Promise<Lookup>;
  remove(scope: TenantScope, id: string, confirmed: boolean): Promise<Record<never, never>>;
  /** Has workers without its table load it at once. */
  retry(scope: TenantScope, id: string): Promise<{ workers: number }>;
  /** Ids of the tenant's lookups. */
  ids(scope: Pick<TenantScope, 'tx'>): Promise<ReadonlySet<string>>;
  /** What workers need for these uses. */
  deployed(tx: TenantTx, tenantId: string, uses: readonly Pick<LookupUse, 'id' | 'fixed'>[]): Promise<DeployedLookup[]>;
  /** What a document's nodes search, and have searched. */
  history(tx: TenantTx, tenantId: string, document: PipelineDocument): Promise<LookupHistory>;
  /** The file of a version in pieces, each in a transaction of its own. */
  file(database: Pick<Database, 'withTenant'>, tenantId: string, versionId: string): AsyncIterable<Buffer>;
}

/** A lookup, locked until the transaction ends. Throws ACQ-NOT-FOUND. */
export async function requireLookup(scope: TenantScope, id: string): Promise<LookupRow> {
  const row = await lockLookup(scope.tx, id);
  if (!row) throw new AppError('ACQ-NOT-FOUND');
  scope.subject(row.name);
  return row;
}

/** As users see it. */
export async function describeLookup(scope: TenantScope, row: LookupRow): Promise<Lookup> {
  const active = row.activeNumber === null ? undefined : await findVersion(scope.tx, row.id, row.activeNumber);
  const refresh = await findRefresh(scope.tx, row.id);
  const usedBy = (await dependentsOf(scope, 'lookup', [row.id]))(row.id);
  const missing = (await missingTables(scope))(row.id);
  const statusOf = await objectStatuses(scope);
  return presentLookup(row, { active, refresh, usedBy, missing, statusOf }, await memberNames(scope));
}

export function createLookupsService(catalogue: Pick<Catalogue, 'action'>, random: Random): LookupsService {
  return {
    list: async (scope) => {
      const names = await memberNames(scope);
      const active = new Map((await readActiveVersions(scope.tx)).map((version) => [version.lookupId, version]));
      const refreshes = new Map((await readRefreshes(scope.tx)).map((refresh) => [refresh.lookupId, refresh]));
      const usedBy = await dependentsOf(scope, 'lookup');
      const missing = await missingTables(scope);
      const statusOf = await objectStatuses(scope);
      return (await readLookups(scope.tx)).map((row) =>
        presentLookup(
          row,
          { active: active.get(row.id), refresh: refreshes.get(row.id), usedBy: usedBy(row.id), missing: missing(row.id), statusOf },
          names,
        ),
      );
    },
    find: async (scope, id) => {
      const row = await findLookup(scope.tx, id);
      if (!row) throw new AppError('ACQ-NOT-FOUND');
      return describeLookup(scope, row);
    },
    retry: async (scope, id) => {
      const row = await findLookup(scope.tx, id);
      if (!row) throw new AppError('ACQ-NOT-FOUND');
      scope.subject(row.name);
      const places = await placesOf(scope, 'lookup', id);
      const clusterIds = new Set(places.map(({ clusterId }) => clusterId));
      await orderWorkers(
        scope,
        [...clusterIds].map((clusterId) => ({ type: 'deploy-again', clusterId })),
      );
      return { workers: heardWorkers(places) };
    },
    getUsages: async (scope, id) => {
      if (!(await findLookup(scope.tx, id))) throw new AppError('ACQ-NOT-FOUND');
      return presentUsages(id, await readUsingVersions(scope.tx, id), (document) => lookupUses(document, catalogue));
    },
    create: async (scope, input) => {
      const row: LookupRow = {
        tenantId: scope.tenantId,
        id: createId('lookup', random),
        name: input.name,
        description: input.description,
        tags: input.tags,
        format: input.format,
        separator: input.separator,
        keyColumn: input.keyColumn,
        lastNumber: 0,
        activeNumber: null,
        createdAt: scope.now,
        updatedAt: scope.now,
        createdBy: scope.userId,
        updatedBy: scope.userId,
      };
      await insertLookup(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'lookup', row.id);
      return describeLookup(scope, row);
    },
    update: async (scope, { id, name, description, tags }) => {
      const before = await requireLookup(scope, id);
      const row: LookupRow = { ...before, name, description, tags, updatedAt: scope.now, updatedBy: scope.userId };
      await updateLookup(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'lookup', id);
      return describeLookup(scope, row);
    },
    remove: async (scope, id, confirmed) => {
      const row = await requireLookup(scope, id);
      await releaseDependents(scope, 'lookup', row, confirmed);
      await removeLookup(scope.tx, id);
      await writeChange(scope, 'lookup', id);
      return {};
    },
    file: filePieces,
    ids: async (scope) => new Set((await readLookups(scope.tx)).map((row) => row.id)),
    deployed: async (tx, tenantId, uses) => {
      const { lookups, versions } = await readDeployed(tx, [...new Set(uses.map(({ id }) => id))]);
      return lookups.map((row) => deployedAs({ tenantId, row, versions, uses, number: row.activeNumber }));
    },
    history: async (tx, tenantId, document) => {
      const uses = lookupUses(document, catalogue);
      const ids = [...new Set(uses.map(({ id }) => id))];
      const { lookups, versions } = await readDeployed(tx, ids);
      return { tenantId, uses, lookups, versions, activations: await readActivations(tx, ids) };
    },
  };
}

const asNameTaken = nameTaken('lookups_name', 'WEB-00031');
