import type { Port } from '@acequia/component-sdk/definition';
import type { Change, PipelineDocument } from '@acequia/pipeline';

/**
 * The changes of a configuration edit. A port with a new name keeps its links; a port that is gone loses them. `before`
 * and `after` are the ports while the configuration could last be read, and now; unknown ports leave links alone.
 */
export function configureChanges(
  document: PipelineDocument,
  node: string,
  config: Readonly<Record<string, unknown>>,
  before: readonly Port[] | undefined,
  after: readonly Port[] | undefined,
): { readonly changes: readonly Change[]; readonly lostLinks: number } {
  const changes: Change[] = [{ type: 'configure', node, config }];
  if (!before || !after) return { changes, lostLinks: 0 };
  const gone = before.filter((port) => !after.some((other) => other.id === port.id));
  const fresh = after.filter((port) => !before.some((other) => other.id === port.id));
  const renamed = gone.length === fresh.length ? gone.map((port, index) => ({ from: port.id, to: fresh[index]!.id })) : [];
  changes.push(...renamed.map(({ from, to }): Change => ({ type: 'rename-port', node, from, to })));
  if (renamed.length > 0) return { changes, lostLinks: 0 };
  const lost = document.links
    .filter((link) => link.from.node === node && gone.some((port) => port.id === link.from.port))
    .map((link) => link.id);
  if (lost.length > 0) changes.push({ type: 'remove', nodes: [], links: lost });
  return { changes, lostLinks: lost.length };
}
