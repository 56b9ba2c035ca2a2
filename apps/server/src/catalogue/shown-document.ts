import { withoutCredentials, type ConfigSchema } from '@acequia/component-sdk/definition';
import type { PipelineDocument } from '@acequia/pipeline';
import type { PathView } from '../http/path-view.ts';
import type { Catalogue } from './catalogue.ts';

type Components = Pick<Catalogue, 'action' | 'datasink'>;

/** Of a pipeline, as somebody may see it: who may not edit it sees no credential that a step holds in clear. */
export function shownDocument(document: PipelineDocument, catalogue: Components, view: PathView): PipelineDocument {
  if (view === 'paths') return document;
  return {
    ...document,
    nodes: document.nodes.map((node) => {
      if (node.kind === 'label') return node;
      const schema: ConfigSchema | undefined =
        node.kind === 'action' ? catalogue.action(node.component)?.config : catalogue.datasink(node.component)?.node;
      return schema ? { ...node, config: withoutCredentials(schema, node.config) } : node;
    }),
  };
}
