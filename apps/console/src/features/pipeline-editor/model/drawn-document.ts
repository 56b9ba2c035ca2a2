import type { Label } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import type { AllDefinitions } from '#blocks/components/all-definitions.ts';
import type { Catalogue } from './catalogue.ts';

type DrawnListener = Catalogue['listeners'][number];

const listenerId = 'drawn';
const made = {
  name: '',
  description: '',
  tags: [],
  createdAt: 0,
  updatedAt: 0,
  createdBy: '',
  updatedBy: '',
  version: '1.0.0',
  revision: 1,
};
const drawnListener = (component: string, config: DrawnListener['config']): DrawnListener => ({
  ...made,
  id: listenerId,
  component,
  config,
  clusterId: '',
  state: 'created',
  reason: null,
  labels: 0,
  usedBy: [],
});
const allEvents: Label = { id: 'all', listenerId, name: 'all', description: '', condition: null, builtIn: true, usedBy: [] };
const drawnDatasink = (id: string, component: string): Catalogue['datasinks'][number] => ({
  ...made,
  id,
  component,
  config: {},
  usedBy: [],
  preset: null,
});

/** A document with open ends, given ends for the drawing, so that they are no faults in it. */
export function drawnDocument(
  { format, nodes, links }: PipelineDocument,
  listener: string,
  definitions: AllDefinitions,
): { readonly document: PipelineDocument; readonly catalogue: Catalogue } {
  const definition = definitions.listenerDefinitions.find(({ id }) => id === listener);
  const config = definition?.examples[0]?.config ?? {};
  const closed = nodes.map((node) =>
    node.kind === 'label' ? { ...node, listenerId } : node.kind === 'datasink' ? { ...node, datasinkId: node.id } : node,
  );
  return {
    document: { format, nodes: closed, links },
    catalogue: {
      ...definitions,
      listeners: [drawnListener(listener, config)],
      labels: [allEvents],
      datasinks: closed.flatMap((node) => (node.kind === 'datasink' ? [drawnDatasink(node.id, node.component)] : [])),
      secrets: undefined,
      lookups: undefined,
      removed: new Map(),
    },
  };
}
