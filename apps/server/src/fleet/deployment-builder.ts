import type { Log } from '@acequia/base';
import { secretReferences, type ConfigSchema } from '@acequia/component-sdk/definition';
import { deploymentHash } from '@acequia/contract/fleet';
import type { ClusterEgress, DeployedLookup, DeployedPipeline, DeployedReplay, Deployment } from '@acequia/pipeline';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import { eachTenant } from '../db/each-tenant.ts';
import type { LookupsService } from '../modules/lookups/lookups.service.ts';
import { lookupUses } from '../modules/lookups/lookup-uses.ts';
import type { SecretsService } from '../modules/secrets/secrets.service.ts';
import { readDesired } from './deployment.store.ts';
import { findCluster, readTenants } from './fleet.store.ts';

export interface ClusterState {
  readonly deployment: Deployment;
  /** Values of the secrets that its nodes name, by id. In memory only. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Nothing is missing among them because it could not be read. */
  readonly secretsAreWhole: boolean;
  /** Tenants that may use the cluster. */
  readonly tenants: ReadonlySet<string>;
  /** Those whose part could not be read this time: it is as it was last read. */
  readonly stale: ReadonlySet<string>;
  /** The stale ones whose part this server has never read. The deployment names them as such, and workers leave them as they are. */
  readonly unread: ReadonlySet<string>;
}

export interface DeploymentBuilder {
  /**
   * The desired state of a cluster now; undefined for an unknown cluster. Equal wishes give an equal hash. A tenant that cannot be read
   * keeps no other tenant's changes back, whether it was read before or not; a secret that cannot be read keeps its last value, or has
   * none here. Throws outages of the database.
   */
  build(clusterId: string): Promise<ClusterState | undefined>;
}

/** What one tenant wants to run on a cluster. */
interface TenantPart extends Parts {
  readonly replays: readonly DeployedReplay[];
  readonly lookups: readonly DeployedLookup[];
  readonly secrets: Readonly<Record<string, string>>;
  /** A secret could not be read, and this server has never read it. */
  readonly lacksSecrets: boolean;
}

export interface DeploymentBuilderDeps {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly secrets: SecretsService;
  readonly lookups: LookupsService;
  /** Where workers may call now. */
  readonly egress: () => Promise<ClusterEgress>;
  readonly log: Log;
}

export function createDeploymentBuilder({ database, catalogue, secrets, lookups, egress, log }: DeploymentBuilderDeps): DeploymentBuilder {
  /** As last read, by cluster and tenant. */
  const lastParts = new Map<string, ReadonlyMap<string, TenantPart>>();
  const unreadable = new Set<string>();
  /** Tenants that could not be read the last time, by cluster. */
  const stale = new Map<string, ReadonlySet<string>>();

  const readPart = (clusterId: string, tenantId: string, before: TenantPart | undefined): Promise<TenantPart> =>
    database.withTenant(tenantId, async (tx) => {
      const desired = await readDesired(tx, clusterId);
      const own = toParts(tenantId, desired);
      const replays = toReplays(tenantId, desired);
      const pipelines = [...own.pipelines, ...replays.map(({ pipeline }) => pipeline)];
      const uses = pipelines.flatMap(({ document }) => lookupUses(document, catalogue));
      const last: Record<string, string> = {};
      let lacksSecrets = false;
      const values = await secrets.openValues(tx, secretsOf({ ...own, pipelines }, catalogue), (id, error) => {
        const value = before?.secrets[id];
        if (value === undefined) lacksSecrets = true;
        else last[id] = value;
        if (!unreadable.has(id))
          log.error({ error, tenantId, secret: id }, 'a secret cannot be read; what uses it has its last value or none');
        unreadable.add(id);
      });
      for (const id of Object.keys(values)) unreadable.delete(id);
      return { ...own, replays, lookups: await lookups.deployed(tx, tenantId, uses), secrets: { ...values, ...last }, lacksSecrets };
    });
  /** Once when it begins and once when it is over: it is tried every few seconds. */
  const tellStale = (clusterId: string, errors: ReadonlyMap<string, unknown>): void => {
    const before = stale.get(clusterId) ?? new Set();
    stale.set(clusterId, new Set(errors.keys()));
    for (const [tenantId, error] of errors)
      if (!before.has(tenantId))
        log.error(
          { code: 'TENANT_UNREADABLE', error, tenantId, cluster: clusterId },
          'what a tenant wants to run could not be read; what it runs goes on, and it is tried again',
        );
    for (const tenantId of before)
      if (!errors.has(tenantId)) log.info({ tenantId, cluster: clusterId }, 'what a tenant wants to run can be read again');
  };

  return {
    build: async (clusterId) => {
      const cluster = await findCluster(database.gate, clusterId);
      if (!cluster) {
        lastParts.delete(clusterId);
        stale.delete(clusterId);
        return undefined;
      }
      const tenants = await readTenants(database.gate, clusterId);
      const before = lastParts.get(clusterId);
      const read = new Map<string, TenantPart>();
      const errors = await eachTenant(tenants, async (tenantId) => {
        read.set(tenantId, await readPart(clusterId, tenantId, before?.get(tenantId)));
      });
      tellStale(clusterId, errors);
      const known = tenants.flatMap((tenantId) => {
        const part = read.get(tenantId) ?? before?.get(tenantId);
        return part ? [[tenantId, part] as const] : [];
      });
      lastParts.set(clusterId, new Map(known));
      const parts = known.map(([, part]) => part);
      const tables = parts.flatMap((part) => part.lookups);
      const replays = parts.flatMap((part) => part.replays);
      const unread = [...errors.keys()].filter((tenantId) => !before?.has(tenantId)).toSorted();
      const content = {
        format: 1 as const,
        cluster: {
          id: cluster.id,
          name: cluster.name,
          egress: await egress(),
          fileRoots: cluster.fileRoots,
        },
        listeners: parts.flatMap((part) => part.listeners),
        datasinks: parts.flatMap((part) => part.datasinks),
        pipelines: parts.flatMap((part) => part.pipelines),
        ...(tables.length === 0 ? {} : { lookups: tables }),
        ...(replays.length === 0 ? {} : { replays }),
        ...(unread.length === 0 ? {} : { unread }),
      };
      return {
        deployment: { ...content, hash: deploymentHash(content) },
        secrets: Object.assign({}, ...parts.map((part) => part.secrets)) as Record<string, string>,
        secretsAreWhole: unread.length === 0 && !parts.some(({ lacksSecrets }) => lacksSecrets),
        tenants: new Set(tenants),
        stale: new Set(errors.keys()),
        unread: new Set(unread),
      };
    },
  };
}

type Parts = Pick<Deployment, 'listeners' | 'datasinks' | 'pipelines'>;
type Desired = Awaited<ReturnType<typeof readDesired>>;

function toParts(tenantId: string, desired: Desired): Parts {
  return {
    listeners: desired.listeners.map(({ id, name, component, version, config, revision }) => ({
      id,
      tenantId,
      name,
      component,
      version,
      config,
      revision,
      labels: desired.labels
        .filter((label) => label.listenerId === id)
        .map((label) => ({ id: label.id, name: label.name, condition: label.condition })),
    })),
    datasinks: desired.datasinks.map(({ id, name, component, version, config, revision }) => ({
      id,
      tenantId,
      name,
      component,
      version,
      creation: config,
      revision,
    })),
    pipelines: desired.versions.map(({ startedAt, ...wanted }) => ({
      ...toPipeline(tenantId, wanted),
      ...(startedAt === null ? {} : { startedMs: startedAt }),
    })),
  };
}

function toPipeline(tenantId: string, { version, name }: Pick<Desired['versions'][number], 'version' | 'name'>): DeployedPipeline {
  const { pipelineId: id, id: versionId, document } = version;
  return { id, versionId, tenantId, name, version: version.version, document };
}

function toReplays(tenantId: string, desired: Desired): DeployedReplay[] {
  return desired.replays.map(({ replay, ...wanted }) => ({
    id: replay.id,
    tenantId,
    listenerId: replay.listenerId,
    fromMs: replay.fromMs,
    toMs: replay.toMs,
    pipeline: toPipeline(tenantId, wanted),
    decode: replay.decode,
    keys: replay.keys,
    eventsPerSecond: replay.eventsPerSecond,
  }));
}

/** Ids of every secret the parts name, each once. */
function secretsOf(parts: Parts, catalogue: Catalogue): string[] {
  const found = new Set<string>();
  const add = (schema: ConfigSchema | undefined, config: unknown) => {
    if (schema) for (const { id } of secretReferences(schema, config)) found.add(id);
  };
  for (const listener of parts.listeners) add(catalogue.listener(listener.component)?.config, listener.config);
  for (const datasink of parts.datasinks) add(catalogue.datasink(datasink.component)?.creation, datasink.creation);
  for (const node of parts.pipelines.flatMap((pipeline) => pipeline.document.nodes)) {
    if (node.kind === 'action') add(catalogue.action(node.component)?.config, node.config);
    if (node.kind === 'datasink') add(catalogue.datasink(node.component)?.node, node.config);
  }
  return [...found];
}
