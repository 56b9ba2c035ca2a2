import { lookupReferences } from '@acequia/component-sdk/definition';
import type { PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';

export interface LookupUse {
  readonly id: string;
  /** The version the node keeps to; undefined when it follows the active one. */
  readonly fixed: number | undefined;
  readonly node: { readonly id: string; readonly name: string };
}

/** How the actions of a document use lookups. */
export function lookupUses(document: PipelineDocument, catalogue: Pick<Catalogue, 'action'>): LookupUse[] {
  return document.nodes.flatMap((node) => {
    const schema = node.kind === 'action' ? catalogue.action(node.component)?.config : undefined;
    if (node.kind !== 'action' || !schema) return [];
    const { version, fixedVersion } = node.config;
    const fixed = version === 'fixed' && typeof fixedVersion === 'number' ? fixedVersion : undefined;
    return lookupReferences(schema, node.config).map(({ id }) => ({ id, fixed, node: { id: node.id, name: node.name } }));
  });
}
