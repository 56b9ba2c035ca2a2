import { AppError } from '@acequia/base';
import {
  readRootFaults,
  unknownRootFaults,
  type ConfigFault,
  type DatasinkDefinition,
  type ListenerDefinition,
} from '@acequia/component-sdk/definition';
import type { Cluster } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import type { TenantScope } from '../../tenant-scope.ts';
import { readRoots, requireCluster } from '../clusters/clusters.service.ts';
import { clustersOfUses } from './dependents.service.ts';
import type { SurroundingsDeps } from './surroundings.ts';

/** Throws ACQ-FILE-ROOT when a data sink of the document names a folder that a cluster lacks, or a listener one its workers may not read. */
export async function assertRoots(
  scope: TenantScope,
  { catalogue, listeners, datasinks }: Pick<SurroundingsDeps, 'catalogue' | 'listeners' | 'datasinks'>,
  document: PipelineDocument,
  clusterIds: readonly string[],
): Promise<void> {
  const used = new Set(
    document.nodes.flatMap((node) => (node.kind === 'label' ? [node.listenerId] : 'datasinkId' in node ? [node.datasinkId] : [])),
  );
  const sinks = (await datasinks.list(scope)).filter(({ id }) => used.has(id));
  const sources = (await listeners.list(scope)).filter(({ id }) => used.has(id));
  for (const clusterId of clusterIds) {
    const cluster = await requireCluster(scope, clusterId);
    const readable = await readRoots(scope, clusterId);
    for (const { name, component, config } of sinks) {
      const definition = catalogue.datasink(component);
      refuse(name, cluster, definition && unknownRootFaults(definition.creation, config, cluster.fileRoots));
    }
    for (const { name, component, config } of sources) {
      const definition = catalogue.listener(component);
      refuse(name, cluster, definition && readRootFaults(definition.config, config, readable));
    }
  }
}

/** A data sink or a listener before and after a change. */
export interface ChangedInstance {
  readonly id: string;
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Throws ACQ-FILE-ROOT when a running version would lose its folder: the changed data sink names one that a cluster of its lacks. */
export async function assertKeptWriteRoots(scope: TenantScope, definition: DatasinkDefinition, changed: ChangedInstance): Promise<void> {
  for (const clusterId of await clustersOfUses(scope, 'datasink', changed.id)) {
    const cluster = await requireCluster(scope, clusterId);
    const faultsOf = (config: Readonly<Record<string, unknown>>) => unknownRootFaults(definition.creation, config, cluster.fileRoots);
    refuse(changed.name, cluster, newFaults(faultsOf, changed));
  }
}

/** Throws ACQ-FILE-ROOT when the changed listener names files that workers of a running version's cluster may not read. */
export async function assertKeptReadRoots(scope: TenantScope, definition: ListenerDefinition, changed: ChangedInstance): Promise<void> {
  for (const clusterId of await clustersOfUses(scope, 'listener', changed.id)) {
    const cluster = await requireCluster(scope, clusterId);
    const readable = await readRoots(scope, clusterId);
    const faultsOf = (config: Readonly<Record<string, unknown>>) => readRootFaults(definition.config, config, readable);
    refuse(changed.name, cluster, newFaults(faultsOf, changed));
  }
}

/** A folder that was lacking before is no reason to refuse another name or description. */
function newFaults(
  faultsOf: (config: Readonly<Record<string, unknown>>) => readonly ConfigFault[],
  { before, after }: ChangedInstance,
): readonly ConfigFault[] {
  const known = new Set(faultsOf(before).map(rootOf));
  return faultsOf(after).filter((fault) => !known.has(rootOf(fault)));
}

const rootOf = (fault: ConfigFault): string => String(fault.fields?.['message'] ?? '');

function refuse(name: string, cluster: Pick<Cluster, 'id' | 'name'>, faults: readonly ConfigFault[] | undefined): void {
  const [first] = faults ?? [];
  if (!first) return;
  throw new AppError('ACQ-FILE-ROOT', { fields: { name, root: rootOf(first), cluster: cluster.name, clusterId: cluster.id } });
}
