import { lookupReferences, secretReferences, type ConfigSchema } from '@acequia/component-sdk/definition';
import type { PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ReferenceKind } from '../../db/schema/index.ts';

export interface Reference {
  readonly kind: ReferenceKind;
  readonly id: string;
}

/** Everything of the tenant a document names, each once. Built-in labels are not objects of their own. */
export function documentReferences(document: PipelineDocument, catalogue: Catalogue): Reference[] {
  const found = new Map<string, Reference>();
  const add = (kind: ReferenceKind, id: string) => found.set(`${kind} ${id}`, { kind, id });
  for (const node of document.nodes) {
    if (node.kind === 'label') {
      if (node.listenerId !== '') add('listener', node.listenerId);
      if (node.labelId.startsWith('LB_')) add('label', node.labelId);
      continue;
    }
    if (node.kind === 'datasink' && node.datasinkId !== '') add('datasink', node.datasinkId);
    const schema: ConfigSchema | undefined =
      node.kind === 'action' ? catalogue.action(node.component)?.config : catalogue.datasink(node.component)?.node;
    if (!schema) continue;
    for (const { id } of secretReferences(schema, node.config)) add('secret', id);
    for (const { id } of lookupReferences(schema, node.config)) add('lookup', id);
  }
  return [...found.values()];
}
