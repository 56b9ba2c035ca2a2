import { lookupReferences, secretReferences, type ConfigSchema } from '@acequia/component-sdk/definition';
import { emptyDocument, type PipelineDocument, type PipelineNode } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';

/** The document without anything of a tenant: no listener, label, data sink, secret or lookup. Undefined: it is no way from a label to a data sink. */
export function bareDocument(document: PipelineDocument, catalogue: Catalogue): PipelineDocument | undefined {
  const labels = document.nodes.filter(({ kind }) => kind === 'label');
  const fed = new Set(document.links.map(({ to }) => to.node));
  const leaves = new Set(document.links.map(({ from }) => from.node));
  const arrives = document.nodes.some(({ kind, id }) => kind === 'datasink' && fed.has(id));
  if (labels.length !== 1 || !leaves.has(labels[0]!.id) || !arrives) return undefined;
  return { ...emptyDocument, nodes: document.nodes.map((node) => bareNode(node, catalogue)), links: document.links };
}

function bareNode(node: PipelineNode, catalogue: Catalogue): PipelineNode {
  if (node.kind === 'label') return { ...node, listenerId: '', labelId: 'all' };
  const schema: ConfigSchema | undefined =
    node.kind === 'action' ? catalogue.action(node.component)?.config : catalogue.datasink(node.component)?.node;
  const named = schema ? [...secretReferences(schema, node.config), ...lookupReferences(schema, node.config)] : [];
  const config = structuredClone(node.config);
  for (const { path } of named) takeOut(config, path.split('.'));
  return node.kind === 'action' ? { ...node, config } : { ...node, datasinkId: '', config };
}

function takeOut(config: Record<string, unknown>, path: readonly string[]): void {
  let at: unknown = config;
  for (const name of path.slice(0, -1)) at = (at as Record<string, unknown>)[name];
  delete (at as Record<string, unknown>)[path.at(-1)!];
}
