import type { Port } from '@acequia/component-sdk/definition';
import type { PipelineDocument, PipelineNode, Validation } from '@acequia/pipeline';

const unread: Record<PipelineNode['kind'], readonly Port[]> = {
  label: [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  action: [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  datasink: [{ id: 'error', kind: 'error' }],
};

/**
 * Ports as drawn: those of the component while its configuration can be read; before that, the ones it had last, or the
 * ones every node of the kind has; and every port a link leaves from, so that no link hangs in the air.
 */
export function portsToDraw(
  document: PipelineDocument,
  node: PipelineNode,
  validation: Validation,
  last?: readonly Port[],
): readonly Port[] {
  const known = validation.ports.get(node.id) ?? last ?? unread[node.kind];
  const ids = new Set(known.map((port) => port.id));
  const linked = document.links.filter((link) => link.from.node === node.id && !ids.has(link.from.port)).map((link) => link.from.port);
  return linked.length === 0 ? known : [...[...new Set(linked)].map((id): Port => ({ id, kind: 'choosing' })), ...known];
}
