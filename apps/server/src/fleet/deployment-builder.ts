import { secretReferences, type ConfigSchema } from '@acequia/component-sdk/definition';
import { deploymentHash } from '@acequia/contract/fleet';
import type { ClusterEgress, DeployedLookup, DeployedPipeline, DeployedReplay, Deployment } from '@acequia/pipeline';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import type { LookupsService } from '../modules/lookups/lookups.service.ts';
import { lookupUses } from '../modules/lookups/lookup-uses.ts';
import type { SecretsService } from '../modules/secrets/secrets.service.ts';
import { readDesired } from './deployment.store.ts';
import { findCluster, readTenants } from './fleet.store.ts';

export interface ClusterState {
  readonly deployment: Deployment;
  /** Values of the secrets that its nodes name, by id. In memory only. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Tenants that may use the cluster. */
  readonly tenants: ReadonlySet<string>;
}

export interface DeploymentBuilder {
  /** The desired state of a cluster now; undefined for an unknown cluster. Equal wishes give an equal hash. */
  build(clusterId: string): Promise<ClusterState | undefined>;
}

export function createDeploymentBuilder(
  database: Database,
  catalogue: Catalogue,
  secrets: SecretsService,
  lookups: LookupsService,
  /** Where workers may call now. */
  egress: () => Promise<ClusterEgress>,
): DeploymentBuilder {
  return {
    build: async (clusterId) => {
      const cluster = await findCluster(database.gate, clusterId);
      if (!cluster) return undefined;
      const tenants = await readTenants(database.gate, clusterId);
      const parts: Parts = { listeners: [], datasinks: [], pipelines: [] };
      const replays: DeployedReplay[] = [];
      const tables: DeployedLookup[] = [];
      const values: Record<string, string> = {};
      for (const tenantId of tenants) {
        await database.withTenant(tenantId, async (tx) => {
          const desired = await readDesired(tx, clusterId);
          const own = toParts(tenantId, desired);
          const ownReplays = toReplays(tenantId, desired);
          replays.push(...ownReplays);
          parts.listeners.push(...own.listeners);
          parts.datasinks.push(...own.datasinks);
          parts.pipelines.push(...own.pipelines);
          const pipelines = [...own.pipelines, ...ownReplays.map(({ pipeline }) => pipeline)];
          const uses = pipelines.flatMap(({ document }) => lookupUses(document, catalogue));
          tables.push(...(await lookups.deployed(tx, tenantId, uses)));
          Object.assign(values, await secrets.openValues(tx, secretsOf({ ...own, pipelines }, catalogue)));
        });
      }
      const content = {
        format: 1 as const,
        cluster: {
          id: cluster.id,
          name: cluster.name,
          egress: await egress(),
          fileRoots: cluster.fileRoots,
        },
        ...parts,
        ...(tables.length === 0 ? {} : { lookups: tables }),
        ...(replays.length === 0 ? {} : { replays }),
      };
      return { deployment: { ...content, hash: deploymentHash(content) }, secrets: values, tenants: new Set(tenants) };
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
