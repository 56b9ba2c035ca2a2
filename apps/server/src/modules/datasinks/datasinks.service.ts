import { AppError, createId, type Random } from '@acequia/base';
import {
  clearCredentialFaults,
  configByNames,
  type DatasinkDefinition,
  unknownRootFaults,
  wantedFaults,
  withoutCredentials,
} from '@acequia/component-sdk/definition';
import type { Datasink, InstanceVersion } from '@acequia/contract';
import { assertRevision } from '../../assert-revision.ts';
import type { EgressPolicy } from '@acequia/wire';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { assertAddresses, readAddressed } from '../../catalogue/refused-addresses.ts';
import { faultFields, readInstanceConfig, type InstanceConfig } from '../../catalogue/instance-config.ts';
import { nameTaken } from '../../db/constraint.ts';
import { orderWorkers } from '../../dispatch/worker-orders.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { requireCluster, writeRoots } from '../clusters/clusters.service.ts';
import type { PathView } from '../../http/path-view.ts';
import { objectStatuses } from '../health/object-statuses.service.ts';
import { heardWorkers, placesOf } from '../health/health.service.ts';
import { dependentsOf, releaseDependents } from '../pipelines/dependents.service.ts';
import { assertKeptWriteRoots } from '../pipelines/cluster-roots.service.ts';
import { listInstanceVersions, recordInstanceVersion } from '../instance-versions/instance-versions.service.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { presentDatasink } from './datasinks.present.ts';
import type { DeliveryPlace } from './recent-attempts.ts';
import {
  deleteDatasink,
  findDatasinkRow,
  lockDatasinkRow,
  insertDatasink,
  readDatasinks,
  replaceDatasinkSecrets,
  updateDatasink,
  type DatasinkRow,
} from './datasinks.store.ts';

interface DatasinkText {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly config: Record<string, unknown>;
}

export interface DatasinksService {
  /** Configurations as they were saved, or with folders by their names alone; so with what is found below. */
  list(scope: TenantScope, view?: PathView): Promise<Datasink[]>;
  find(scope: TenantScope, id: string, view?: PathView): Promise<Datasink>;
  /** Each saved change, the newest first. */
  listVersions(scope: TenantScope, id: string, view?: PathView): Promise<InstanceVersion[]>;
  /** `egress`: where the tenant may send; absent for what Acequia makes by itself. */
  create(
    scope: TenantScope,
    input: DatasinkText & { readonly component: string; readonly preset?: string | undefined },
    egress?: EgressPolicy,
  ): Promise<Datasink>;
  update(
    scope: TenantScope,
    input: DatasinkText & { readonly id: string; readonly revision: number },
    egress: EgressPolicy,
  ): Promise<Datasink>;
  /** Where workers deliver to it. */
  places(scope: TenantScope, id: string): Promise<DeliveryPlace[]>;
  /** Every connected worker that delivers there tries at once; how many those are. */
  retry(scope: TenantScope, id: string): Promise<{ readonly workers: number }>;
  remove(scope: TenantScope, id: string, confirmed: boolean): Promise<Record<never, never>>;
  /** Checks what a probe needs, with the values of the secrets it names. */
  prepareProbe(
    scope: TenantScope,
    input: { readonly component: string; readonly config: Record<string, unknown>; readonly clusterId: string },
  ): Promise<{ readonly config: Record<string, unknown>; readonly secrets: Record<string, string> }>;
}

export interface DatasinksDeps {
  readonly catalogue: Catalogue;
  readonly secrets: SecretsService;
  readonly random: Random;
}

export function createDatasinksService({ catalogue, secrets, random }: DatasinksDeps): DatasinksService {
  const present = async (scope: TenantScope, rows: readonly DatasinkRow[]) => {
    const [names, statusOf, uses] = [
      await memberNames(scope),
      await objectStatuses(scope),
      await dependentsOf(
        scope,
        'datasink',
        rows.map((row) => row.id),
      ),
    ];
    return rows.map((row) => presentDatasink(row, names, uses(row.id), statusOf({ kind: 'datasink', id: row.id, declared: 'idle' })));
  };
  const presentOne = async (scope: TenantScope, row: DatasinkRow) => (await present(scope, [row]))[0]!;
  const requireBy = (find: typeof findDatasinkRow) => async (scope: TenantScope, id: string) => {
    const row = await find(scope.tx, id);
    if (!row) throw new AppError('WEB-00025');
    scope.subject(row.name);
    return row;
  };
  /** For a read, and for a change. */
  const [look, require] = [requireBy(findDatasinkRow), requireBy(lockDatasinkRow)];
  const definitionOf = (component: string): DatasinkDefinition => {
    const definition = catalogue.datasink(component);
    if (!definition) throw new AppError('ACQ-COMPONENT-MISSING', { fields: { component } });
    return definition;
  };
  /** What is or was saved of a data sink, as somebody may see it. */
  const shownBy = <T extends { readonly config: Record<string, unknown> }>(view: PathView | undefined, component: string, saved: T): T => {
    const schema = catalogue.datasink(component)?.creation;
    return view === 'names' && schema ? { ...saved, config: withoutCredentials(schema, configByNames(schema, saved.config, [])) } : saved;
  };
  const read = async (scope: TenantScope, definition: DatasinkDefinition, config: unknown): Promise<InstanceConfig> => {
    const parsed = readInstanceConfig(definition.creation, config);
    await secrets.requireAll(scope, parsed.secretIds);
    await secrets.assertPairs(scope, parsed.config);
    return parsed;
  };
  /** As it is saved: without new credentials in clear, and a folder it names is one of the clusters', unless none of them has any yet. */
  const readSaved = async (
    scope: TenantScope,
    definition: DatasinkDefinition,
    input: unknown,
    egress: EgressPolicy | undefined,
    before?: DatasinkRow['config'],
  ): Promise<InstanceConfig> => {
    const parsed = await readAddressed(() => read(scope, definition, input), { schema: definition.creation, input, egress });
    const refused = [
      ...wantedFaults(definition.creation, parsed.config, before),
      ...clearCredentialFaults(definition.creation, parsed.config, before),
    ];
    if (refused.length > 0) throw new AppError('ACQ-CONFIG', { fields: faultFields(refused) });
    const faults = (await writeRoots(scope)).map((roots) => unknownRootFaults(definition.creation, parsed.config, roots));
    if (faults.length > 0 && faults.every((each) => each.length > 0)) throw new AppError('ACQ-CONFIG', { fields: faultFields(faults[0]!) });
    return parsed;
  };
  return {
    list: async (scope, view) => {
      const all = await present(scope, await readDatasinks(scope.tx));
      return all.map((datasink) => shownBy(view, datasink.component, datasink));
    },
    find: async (scope, id, view) => {
      const row = await look(scope, id);
      return shownBy(view, row.component, await presentOne(scope, row));
    },
    listVersions: async (scope, id, view) => {
      const { id: known, component } = await look(scope, id);
      return (await listInstanceVersions(scope, 'datasink', known)).map((version) => shownBy(view, component, version));
    },
    create: async (scope, input, egress) => {
      const definition = definitionOf(input.component);
      if (input.preset !== undefined && !definition.presets?.some((preset) => preset.id === input.preset))
        throw new AppError('ACQ-COMPONENT-MISSING', { fields: { component: input.preset } });
      const { config, secretIds } = await readSaved(scope, definition, input.config, egress);
      if (egress) await assertAddresses(definition.creation, config, egress);
      const row: DatasinkRow = {
        tenantId: scope.tenantId,
        id: createId('datasink', random),
        name: input.name,
        description: input.description,
        tags: input.tags,
        component: definition.id,
        version: definition.version,
        preset: input.preset ?? null,
        config,
        revision: 1,
        createdAt: scope.now,
        updatedAt: scope.now,
        createdBy: scope.userId,
        updatedBy: scope.userId,
      };
      await insertDatasink(scope.tx, row).catch(asNameTaken);
      await recordInstanceVersion(scope, 'datasink', row);
      await replaceDatasinkSecrets(scope.tx, row, secretIds);
      await writeChange(scope, 'datasink', row.id);
      return presentOne(scope, row);
    },
    update: async (scope, input, egress) => {
      const before = await require(scope, input.id);
      await assertRevision(scope, before, input.revision);
      const definition = definitionOf(before.component);
      const { config, secretIds } = await readSaved(scope, definition, input.config, egress, before.config);
      await assertAddresses(definition.creation, config, egress, before.config);
      await assertKeptWriteRoots(scope, definition, { id: before.id, name: input.name, before: before.config, after: config });
      const row: DatasinkRow = {
        ...before,
        name: input.name,
        description: input.description,
        tags: input.tags,
        version: definition.version,
        config,
        revision: before.revision + 1,
        updatedAt: scope.now,
        updatedBy: scope.userId,
      };
      await updateDatasink(scope.tx, row).catch(asNameTaken);
      await recordInstanceVersion(scope, 'datasink', row);
      await replaceDatasinkSecrets(scope.tx, row, secretIds);
      await writeChange(scope, 'datasink', row.id);
      return presentOne(scope, row);
    },
    places: async (scope, id) => {
      await look(scope, id);
      return placesOf(scope, 'datasink', id);
    },
    retry: async (scope, id) => {
      await look(scope, id);
      const places = await placesOf(scope, 'datasink', id);
      await orderWorkers(
        scope,
        places.map(({ workerId, pipelineId, node }) => ({ type: 'retry-node', workerId, pipelineId, node })),
      );
      return { workers: heardWorkers(places) };
    },
    remove: async (scope, id, confirmed) => {
      const row = await require(scope, id);
      await releaseDependents(scope, 'datasink', row, confirmed);
      await deleteDatasink(scope.tx, id);
      await writeChange(scope, 'datasink', id);
      return {};
    },
    prepareProbe: async (scope, input) => {
      await requireCluster(scope, input.clusterId);
      const { config, secretIds } = await read(scope, definitionOf(input.component), input.config);
      return { config, secrets: await secrets.openValues(scope.tx, secretIds) };
    },
  };
}

const asNameTaken = nameTaken('datasinks_name', 'WEB-00031');
