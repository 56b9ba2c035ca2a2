import {
  linkKey,
  linksMax,
  nodesMax,
  type ActionNode,
  type LabelNode,
  type Link,
  type PipelineDocument,
  type PipelineNode,
} from './document.ts';

/** An edit as data. `applyChange` is the only place where a document changes. */
export type Change =
  | { readonly type: 'add-nodes'; readonly nodes: readonly PipelineNode[]; readonly links: readonly Link[] }
  | { readonly type: 'remove'; readonly nodes: readonly string[]; readonly links: readonly string[] }
  | { readonly type: 'move'; readonly positions: Readonly<Record<string, { readonly x: number; readonly y: number }>> }
  | { readonly type: 'configure'; readonly node: string; readonly config: Readonly<Record<string, unknown>> }
  /** Another version of the node's component, with the configuration as that version reads it. */
  | { readonly type: 'upgrade'; readonly node: string; readonly version: string; readonly config: Readonly<Record<string, unknown>> }
  | { readonly type: 'describe'; readonly node: string; readonly name?: string; readonly comment?: string }
  | { readonly type: 'relabel'; readonly node: string; readonly listenerId: string; readonly labelId: string }
  | { readonly type: 'link'; readonly link: Link }
  /** Puts a node between the two ends of a link: source → node → target, from the node's `port`. */
  | {
      readonly type: 'insert';
      readonly link: string;
      readonly node: ActionNode;
      readonly port: string;
      readonly newLinks: readonly [string, string];
    }
  /** Links follow the port; one that would then stand twice is left out. */
  | { readonly type: 'rename-port'; readonly node: string; readonly from: string; readonly to: string }
  | { readonly type: 'replace'; readonly document: PipelineDocument };

/** Why a change cannot be made. Texts in both languages stand in the console. */
export const changeFaults = [
  'node-missing',
  'node-exists',
  'second-label',
  'link-missing',
  'link-exists',
  'cycle',
  'into-label',
  'out-of-datasink',
  'self-link',
  'too-many-nodes',
  'too-many-links',
] as const;
export type ChangeFault = (typeof changeFaults)[number];

/** The reason why a link may not be drawn; undefined when it may. Ports are checked by `validate`, which knows the components. */
export function linkFault(document: PipelineDocument, from: { node: string; port: string }, to: { node: string }): ChangeFault | undefined {
  const source = document.nodes.find((node) => node.id === from.node);
  const target = document.nodes.find((node) => node.id === to.node);
  if (!source || !target) return 'node-missing';
  if (source === target) return 'self-link';
  if (target.kind === 'label') return 'into-label';
  if (source.kind === 'datasink' && from.port === 'default') return 'out-of-datasink';
  const key = linkKey({ from, to });
  if (document.links.some((link) => linkKey(link) === key)) return 'link-exists';
  if (reaches(document, to.node, from.node)) return 'cycle';
  return undefined;
}

/** The changed document, or why not. Pure; unchanged nodes keep their identity. */
export function applyChange(document: PipelineDocument, change: Change): PipelineDocument | ChangeFault {
  switch (change.type) {
    case 'add-nodes':
      return addNodes(document, change.nodes, change.links);
    case 'remove':
      return remove(document, new Set(change.nodes), new Set(change.links));
    case 'move':
      return mapNodes(document, (node) => (change.positions[node.id] ? { ...node, position: { ...change.positions[node.id]! } } : node));
    case 'configure':
      return mapNode(document, change.node, (node) => (node.kind === 'label' ? node : { ...node, config: { ...change.config } }));
    case 'upgrade':
      return mapNode(document, change.node, (node) =>
        node.kind === 'label' ? node : { ...node, version: change.version, config: { ...change.config } },
      );
    case 'describe':
      return mapNode(document, change.node, (node) => ({
        ...node,
        name: change.name ?? node.name,
        comment: change.comment ?? node.comment,
      }));
    case 'relabel':
      return mapNode(document, change.node, (node) =>
        node.kind === 'label' ? ({ ...node, listenerId: change.listenerId, labelId: change.labelId } satisfies LabelNode) : node,
      );
    case 'link':
      return addLinks(document, [change.link]);
    case 'insert':
      return insert(document, change);
    case 'rename-port':
      return renamePort(document, change.node, change.from, change.to);
    case 'replace':
      return change.document;
  }
}

/** Several changes as one: all of them, or the first reason why not. */
export function applyChanges(document: PipelineDocument, changes: readonly Change[]): PipelineDocument | ChangeFault {
  let result = document;
  for (const change of changes) {
    const next = applyChange(result, change);
    if (isChangeFault(next)) return next;
    result = next;
  }
  return result;
}

/** Whether a change (or what was built on one) was refused. */
export function isChangeFault(result: object | ChangeFault): result is ChangeFault {
  return typeof result === 'string';
}

function addNodes(document: PipelineDocument, nodes: readonly PipelineNode[], links: readonly Link[]): PipelineDocument | ChangeFault {
  const known = new Set(document.nodes.map((node) => node.id));
  for (const node of nodes) {
    if (known.has(node.id)) return 'node-exists';
    known.add(node.id);
  }
  const all = [...document.nodes, ...nodes];
  if (nodes.some((node) => node.kind === 'label') && all.filter((node) => node.kind === 'label').length > 1) return 'second-label';
  if (all.length > nodesMax) return 'too-many-nodes';
  return addLinks({ ...document, nodes: all }, links);
}

function addLinks(document: PipelineDocument, links: readonly Link[]): PipelineDocument | ChangeFault {
  const ids = new Set(document.links.map((link) => link.id));
  let result = document;
  for (const link of links) {
    const fault = ids.has(link.id) ? 'link-exists' : linkFault(result, link.from, link.to);
    if (fault) return fault;
    ids.add(link.id);
    result = { ...result, links: [...result.links, link] };
  }
  return result.links.length > linksMax ? 'too-many-links' : result;
}

function remove(document: PipelineDocument, nodes: ReadonlySet<string>, links: ReadonlySet<string>): PipelineDocument {
  return {
    ...document,
    nodes: document.nodes.filter((node) => !nodes.has(node.id)),
    links: document.links.filter((link) => !links.has(link.id) && !nodes.has(link.from.node) && !nodes.has(link.to.node)),
  };
}

function insert(document: PipelineDocument, change: Extract<Change, { type: 'insert' }>): PipelineDocument | ChangeFault {
  const link = document.links.find((candidate) => candidate.id === change.link);
  if (!link) return 'link-missing';
  const without = remove(document, new Set(), new Set([link.id]));
  return addNodes(
    without,
    [change.node],
    [
      { id: change.newLinks[0], from: link.from, to: { node: change.node.id } },
      { id: change.newLinks[1], from: { node: change.node.id, port: change.port }, to: link.to },
    ],
  );
}

function renamePort(document: PipelineDocument, node: string, from: string, to: string): PipelineDocument {
  const keys = new Set<string>();
  const links = document.links
    .map((link) => (link.from.node === node && link.from.port === from ? { ...link, from: { ...link.from, port: to } } : link))
    .filter((link) => !keys.has(linkKey(link)) && keys.add(linkKey(link)));
  return { ...document, links };
}

function mapNodes(document: PipelineDocument, map: (node: PipelineNode) => PipelineNode): PipelineDocument {
  return { ...document, nodes: document.nodes.map(map) };
}

function mapNode(document: PipelineDocument, id: string, map: (node: PipelineNode) => PipelineNode): PipelineDocument | ChangeFault {
  if (!document.nodes.some((node) => node.id === id)) return 'node-missing';
  return mapNodes(document, (node) => (node.id === id ? map(node) : node));
}

function reaches(document: PipelineDocument, from: string, to: string): boolean {
  const targets = new Map<string, string[]>();
  for (const link of document.links) {
    const known = targets.get(link.from.node);
    if (known) known.push(link.to.node);
    else targets.set(link.from.node, [link.to.node]);
  }
  const seen = new Set<string>();
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === to) return true;
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(targets.get(node) ?? []));
  }
  return false;
}
