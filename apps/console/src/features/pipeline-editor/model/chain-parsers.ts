import type { ActionNode, Change, Link, PipelineDocument } from '@acequia/pipeline';
import { cardShape } from './card-shape.ts';
import type { NewId } from './new-id.ts';

const gap = 60;

/**
 * The changes that configure a parser and set further ones below it, each reading what the one before has found; what
 * followed the parser's port `default` follows the last of them, moved down.
 */
export function chainParsers(
  document: PipelineDocument,
  parser: ActionNode,
  configs: readonly [Readonly<Record<string, unknown>>, ...Readonly<Record<string, unknown>>[]],
  newId: NewId,
): readonly Change[] {
  const [config, ...further] = configs;
  const configured: Change = { type: 'configure', node: parser.id, config };
  if (further.length === 0) return [configured];
  const step = cardShape('action', []).height + gap;
  const added = further.map((each, index): ActionNode => ({
    ...parser,
    id: newId.node(parser.component),
    position: { x: parser.position.x, y: parser.position.y + (index + 1) * step },
    name: '',
    comment: '',
    config: each,
  }));
  const following = document.links.filter((link) => link.from.node === parser.id && link.from.port === 'default');
  const chain = [parser, ...added];
  const last = added.at(-1)!.id;
  const links: Link[] = [
    ...added.map((node, index): Link => ({ id: newId.link(), from: { node: chain[index]!.id, port: 'default' }, to: { node: node.id } })),
    ...following.map((link): Link => ({ id: newId.link(), from: { node: last, port: 'default' }, to: link.to })),
  ];
  const moved = [
    ...below(
      document,
      following.map((link) => link.to.node),
    ),
  ];
  const positions = Object.fromEntries(
    document.nodes
      .filter((node) => moved.includes(node.id))
      .map((node) => [node.id, { x: node.position.x, y: node.position.y + added.length * step }]),
  );
  return [
    configured,
    { type: 'remove', nodes: [], links: following.map((link) => link.id) },
    { type: 'add-nodes', nodes: added, links },
    ...(moved.length > 0 ? [{ type: 'move', positions } as const] : []),
  ];
}

/** These steps and all that follow them. */
function below(document: PipelineDocument, start: readonly string[]): ReadonlySet<string> {
  const seen = new Set(start);
  for (const node of seen) for (const link of document.links) if (link.from.node === node) seen.add(link.to.node);
  return seen;
}
