import { AppError } from '@acequia/base';
import { readRootFaults, unknownRootFaults, type ConfigFault } from '@acequia/component-sdk/definition';
import type { PipelineDocument } from '@acequia/pipeline';
import type { TenantScope } from '../../tenant-scope.ts';
import { readRoots, requireCluster } from '../clusters/clusters.service.ts';
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
    const refuse = (name: string, faults: readonly ConfigFault[] | undefined) => {
      const [first] = faults ?? [];
      if (!first) return;
      const root = String(first.fields?.['message'] ?? '');
      throw new AppError('ACQ-FILE-ROOT', { fields: { name, root, cluster: cluster.name, clusterId } });
    };
    for (const { name, component, config } of sinks) {
      const definition = catalogue.datasink(component);
      refuse(name, definition && unknownRootFaults(definition.creation, config, cluster.fileRoots));
    }
    for (const { name, component, config } of sources) {
      const definition = catalogue.listener(component);
      refuse(name, definition && readRootFaults(definition.config, config, readable));
    }
  }
}
