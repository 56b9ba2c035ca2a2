import type { DeployedListener, DeployedPipeline, Deployment } from '@acequia/pipeline';

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };

export const label = (listenerId = 'LI_1', labelId = 'all') => ({ ...place, id: 'start', kind: 'label' as const, listenerId, labelId });
export const action = (id: string, component: string, config: Record<string, unknown>) => ({
  ...place,
  id,
  kind: 'action' as const,
  component,
  version: '1.0.0',
  config,
});
export const sink = (id: string, datasinkId: string, config: Record<string, unknown> = {}) => ({
  ...place,
  id,
  kind: 'datasink' as const,
  datasinkId,
  component: 'toy',
  version: '1.0.0',
  config,
});

/** `a.yes > b` links port `yes` of `a` to `b`; without a port the default one. */
export function links(...texts: readonly string[]) {
  return texts.map((text, index) => {
    const [from, to] = text.split(' > ');
    const [node, port = 'default'] = from!.split('.');
    return { id: `l${index}`, from: { node: node!, port }, to: { node: to! } };
  });
}

export function pipeline(
  id: string,
  versionId: string,
  nodes: DeployedPipeline['document']['nodes'],
  joined: DeployedPipeline['document']['links'],
): DeployedPipeline {
  return { id, versionId, tenantId: 't1', name: id, version: '1.0.0', document: { format: 1, nodes, links: joined } };
}

export function listener(id = 'LI_1', config: Record<string, unknown> = {}, labels: DeployedListener['labels'] = []): DeployedListener {
  return { id, tenantId: 't1', name: id, component: 'toy', version: '1.0.0', config: { name: id, ...config }, revision: 1, labels };
}

/** One datasink per name, each with its own destination. */
export function deployment(
  pipelines: readonly DeployedPipeline[],
  options: { listeners?: DeployedListener[]; sinks?: readonly string[] } = {},
): Deployment {
  return {
    format: 1,
    hash: pipelines.map(({ versionId }) => versionId).join(','),
    cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
    listeners: options.listeners ?? [listener()],
    datasinks: (options.sinks ?? ['a', 'b']).map((name) => ({
      id: name,
      tenantId: 't1',
      name,
      component: 'toy',
      version: '1.0.0',
      creation: { name },
      revision: 1,
    })),
    pipelines: [...pipelines],
  };
}
