import type { ListenerDefinition } from '@acequia/component-sdk/definition';
import type { DeployedListener } from '@acequia/pipeline';
import type { PipelineFile } from './pipeline-file.ts';

export const tenantId = 'local';

/** The listener of a pipeline file, which has no server to name it. */
export function deployedListener(
  file: PipelineFile,
  { definition, config }: { readonly definition: ListenerDefinition; readonly config: Record<string, unknown> },
): DeployedListener {
  const label = file.document.nodes.find((node) => node.kind === 'label');
  return {
    id: label?.listenerId ?? 'input',
    tenantId,
    name: 'input',
    component: definition.id,
    version: definition.version,
    config,
    revision: 1,
    labels: Object.entries(file.labels).map(([id, condition]) => ({ id, name: id, condition })),
  };
}

export function pair<D, R>(definition: D | undefined, runtime: R | undefined): { definition: D; runtime: R } | undefined {
  return definition && runtime ? { definition, runtime } : undefined;
}
