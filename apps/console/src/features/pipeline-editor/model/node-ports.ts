import type { Port } from '@acequia/component-sdk/definition';
import type { PipelineDocument, PipelineNode, Validation } from '@acequia/pipeline';
import type { Catalogue } from './catalogue.ts';

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

/** Of the languages that a port's name may be drawn in, so that places do not depend on who looks. Ports of a user are called as they are. */
export function longestPortName(
  { id }: Pick<Port, 'id'>,
  node: PipelineNode,
  { actionDefinitions, datasinkDefinitions }: Catalogue,
): number {
  if (node.kind === 'label') return id.length;
  const definitions = node.kind === 'action' ? actionDefinitions : datasinkDefinitions;
  const words = definitions.find((each) => each.id === node.component)?.text.ports?.[id];
  return words ? Math.max(words.en.length, words.es.length) : id === 'default' ? defaultCharacters : id.length;
}
/** Of “principal”. */
const defaultCharacters = 9;
