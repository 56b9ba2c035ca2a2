import { AppError, createId, type Random } from '@acequia/base';
import { configByNames, fileFieldsOf, readRootFaults, type ListenerDefinition } from '@acequia/component-sdk/definition';
import type { InstanceVersion, Listener, Reason } from '@acequia/contract';
import { stateOfSpecification } from '@acequia/domain';
import { assertRevision } from '../../assert-revision.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { faultFields, readInstanceConfig } from '../../catalogue/instance-config.ts';
import { brokenConstraint, nameTaken } from '../../db/constraint.ts';
import { orderWorkers } from '../../dispatch/worker-orders.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { readRoots, requireCluster, silentClusters } from '../clusters/clusters.service.ts';
import { reasonByName, type PathView } from '../../http/path-view.ts';
import { refusalsByListener } from '../health/health.service.ts';
import { objectStatuses } from '../health/object-statuses.service.ts';
import { labelCounts } from '../labels/label-counts.service.ts';
import { clustersOfUses, dependentsOf, releaseDependents } from '../pipelines/dependents.service.ts';
import { assertKeptReadRoots } from '../pipelines/cluster-roots.service.ts';
import { listInstanceVersions, recordInstanceVersion } from '../instance-versions/instance-versions.service.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { presentListener } from './listeners.present.ts';
import {
  deleteListener,
  findBindOwner,
  findListenerRow,
  lockListenerRow,
  insertListener,
  readListeners,
  replaceBinds,
  replaceListenerSecrets,
  updateListener,
  writeReportedState,
  type ListenerRow,
} from './listeners.store.ts';

interface ListenerText {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly config: Record<string, unknown>;
}

export interface ListenersService {
  /** Configurations as they were saved, or with folders by their names alone; so with what is found below. */
  list(scope: TenantScope, view?: PathView): Promise<Listener[]>;
  find(scope: TenantScope, id: string, view?: PathView): Promise<Listener>;
  /** Each saved change, the newest first. */
  listVersions(scope: TenantScope, id: string, view?: PathView): Promise<InstanceVersion[]>;
  create(scope: TenantScope, input: ListenerText & { readonly component: string; readonly clusterId: string }): Promise<Listener>;
  update(scope: TenantScope, input: ListenerText & { readonly id: string; readonly revision: number }): Promise<Listener>;
  /** After an error: pending again; its workers are told. */
  retry(scope: TenantScope, id: string): Promise<Listener>;
  remove(scope: TenantScope, id: string, confirmed: boolean): Promise<Record<never, never>>;
  /** A worker's word on a listener. */
  report(
    scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>,
    id: string,
    revision: number,
    state: 'created' | 'error',
    reason: Reason | null,
  ): Promise<void>;
}

export interface ListenersDeps {
  readonly catalogue: Catalogue;
  readonly secrets: SecretsService;
  readonly random: Random;
}

export function createListenersService({ catalogue, secrets, random }: ListenersDeps): ListenersService {
  const present = async (scope: TenantScope, rows: readonly ListenerRow[]) => {
    const [names, counts, statusOf, refusals, silent, uses] = [
      await memberNames(scope),
      await labelCounts(scope),
      await objectStatuses(scope),
      await refusalsByListener(scope),
      await silentClusters(scope),
      await dependentsOf(
        scope,
        'listener',
        rows.map((row) => row.id),
      ),
    ];
    return rows.map((row) => {
      const { id, state, reason, clusterId } = row;
      const known = stateOfSpecification.listener[state];
      const declared = known !== 'stopped' && silent.has(clusterId) ? 'offline' : known;
      const status = statusOf({ kind: 'listener', id, declared, reason: reasonByName(reason) });
      return presentListener(row, { names, labels: counts.get(id) ?? 0, usedBy: uses(id), status, refusals: refusals.get(id) });
    });
  };
  const presentOne = async (scope: TenantScope, row: ListenerRow) => (await present(scope, [row]))[0]!;
  const requireBy = (find: typeof findListenerRow) => async (scope: TenantScope, id: string) => {
    const row = await find(scope.tx, id);
    if (!row) throw new AppError('WEB-00026');
    scope.subject(row.name);
    return row;
  };
  /** For a read, and for a change. */
  const [look, require] = [requireBy(findListenerRow), requireBy(lockListenerRow)];
  const definitionOf = (component: string): ListenerDefinition => {
    const definition = catalogue.listener(component);
    if (!definition) throw new AppError('ACQ-COMPONENT-MISSING', { fields: { component } });
    return definition;
  };
  /** What is or was saved of one listener, as somebody may see it. */
  const shownBy = async <T extends { readonly config: Record<string, unknown> }>(
    view: PathView | undefined,
    scope: TenantScope,
    of: Pick<ListenerRow, 'component' | 'clusterId'>,
    saved: readonly T[],
  ): Promise<T[]> => {
    const schema = catalogue.listener(of.component)?.config;
    if (view !== 'names' || !schema || fileFieldsOf(schema).length === 0) return [...saved];
    const roots = (await readRoots(scope, of.clusterId)) ?? [];
    return saved.map((each) => ({ ...each, config: configByNames(schema, each.config, roots) }));
  };
  /** Row, its ports and its secrets together. */
  const write = async (
    scope: TenantScope,
    row: ListenerRow,
    secretIds: readonly string[],
    save: typeof insertListener | typeof updateListener,
  ) => {
    const cluster = await requireCluster(scope, row.clusterId);
    const definition = definitionOf(row.component);
    const binds = definition.binds(row.config as never);
    for (const bind of binds) {
      if (bind.port < cluster.portFrom || bind.port > cluster.portTo)
        throw new AppError('ACQ-PORT-RANGE', { fields: { port: bind.port, from: cluster.portFrom, to: cluster.portTo } });
      const holder = await findBindOwner(scope.tx, row.clusterId, bind);
      if (holder && holder.id !== row.id) throw portTaken(bind, holder.name);
    }
    const faults = [
      ...(definition.check?.(row.config as never) ?? []).filter(({ severity }) => severity === 'error'),
      ...readRootFaults(definition.config, row.config, await readRoots(scope, row.clusterId)),
    ];
    if (faults.length > 0) throw new AppError('ACQ-CONFIG', { fields: faultFields(faults) });
    await secrets.requireAll(scope, secretIds);
    await secrets.assertPairs(scope, row.config);
    await save(scope.tx, row).catch(asNameTaken);
    await recordInstanceVersion(scope, 'listener', row);
    await replaceBinds(scope.tx, row, binds).catch((error: unknown) => {
      throw brokenConstraint(error) === 'listener_binds_port' ? portTaken(binds[0]!, '', error) : error;
    });
    await replaceListenerSecrets(scope.tx, row, secretIds);
    await writeChange(scope, 'listener', row.id);
  };
  return {
    list: async (scope, view) => {
      const shown: Listener[] = [];
      for (const listener of await present(scope, await readListeners(scope.tx)))
        shown.push(...(await shownBy(view, scope, listener, [listener])));
      return shown;
    },
    find: async (scope, id, view) => {
      const row = await look(scope, id);
      return (await shownBy(view, scope, row, await present(scope, [row])))[0]!;
    },
    listVersions: async (scope, id, view) => {
      const row = await look(scope, id);
      return shownBy(view, scope, row, await listInstanceVersions(scope, 'listener', row.id));
    },
    create: async (scope, input) => {
      const definition = definitionOf(input.component);
      const { config, secretIds } = readInstanceConfig(definition.config, input.config);
      const row: ListenerRow = {
        tenantId: scope.tenantId,
        id: createId('listener', random),
        clusterId: input.clusterId,
        name: input.name,
        description: input.description,
        tags: input.tags,
        component: definition.id,
        version: definition.version,
        config,
        state: 'pending',
        reason: null,
        revision: 1,
        createdAt: scope.now,
        updatedAt: scope.now,
        createdBy: scope.userId,
        updatedBy: scope.userId,
      };
      await write(scope, row, secretIds, insertListener);
      return presentOne(scope, row);
    },
    update: async (scope, input) => {
      const before = await require(scope, input.id);
      await assertRevision(scope, before, input.revision);
      const definition = definitionOf(before.component);
      const { config, secretIds } = readInstanceConfig(definition.config, input.config);
      await assertKeptReadRoots(scope, definition, { id: before.id, name: input.name, before: before.config, after: config });
      const row: ListenerRow = {
        ...before,
        name: input.name,
        description: input.description,
        tags: input.tags,
        version: definition.version,
        config,
        state: 'pending',
        reason: null,
        revision: before.revision + 1,
        updatedAt: scope.now,
        updatedBy: scope.userId,
      };
      await write(scope, row, secretIds, updateListener);
      return presentOne(scope, row);
    },
    retry: async (scope, id) => {
      const before = await require(scope, id);
      const row: ListenerRow = before.state === 'error' ? { ...before, state: 'pending', reason: null } : before;
      await updateListener(scope.tx, row);
      await writeChange(scope, 'listener', id);
      const clusterIds = new Set([row.clusterId, ...(await clustersOfUses(scope, 'listener', id))]);
      await orderWorkers(
        scope,
        [...clusterIds].map((clusterId) => ({ type: 'retry-listener', clusterId, listenerId: id })),
      );
      return presentOne(scope, row);
    },
    remove: async (scope, id, confirmed) => {
      const row = await require(scope, id);
      await releaseDependents(scope, 'listener', row, confirmed);
      await deleteListener(scope.tx, id);
      await writeChange(scope, 'listener', id);
      return {};
    },
    report: async (scope, id, revision, state, reason) => {
      if (await writeReportedState(scope.tx, id, revision, state, reason)) await writeChange(scope, 'listener', id);
    },
  };
}

const portTaken = (bind: { readonly protocol: string; readonly port: number }, by: string, cause?: unknown) =>
  new AppError('ACQ-PORT-TAKEN', { cause, fields: { port: bind.port, protocol: bind.protocol, ...(by === '' ? {} : { by }) } });

const asNameTaken = nameTaken('listeners_name', 'WEB-00031');
