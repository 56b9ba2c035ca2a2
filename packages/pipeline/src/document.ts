import { jsonObject, text } from '@acequia/base/bounded';
import * as z from 'zod';

/** Limits of catalogue 0.4. */
export const nodesMax = 500;
export const linksMax = 1000;
/** Of a node's place on the canvas, in pixels: far beyond every drawing. */
const coordinateMax = 1e12;

/** Ids of the two labels every listener has (catalogue 3). */
export const builtInLabels = ['all', 'unlabelled'] as const;

export const nodeIdSchema = z
  .string()
  .max(32)
  .regex(/^[a-z][a-z0-9-]{0,31}$/);
const coordinate = z.number().min(-coordinateMax).max(coordinateMax);
const position = z.object({ x: coordinate, y: coordinate });
const nodeCommon = {
  id: nodeIdSchema,
  position,
  /** Shown on the card; empty = the component's title. */
  name: text(128).default(''),
  /** A remark of the author. */
  comment: text(2000).default(''),
};

export const labelNodeSchema = z.object({
  kind: z.literal('label'),
  ...nodeCommon,
  listenerId: text(64),
  /** `all`, `unlabelled`, or `LB_…` */
  labelId: text(64),
});

export const actionNodeSchema = z.object({
  kind: z.literal('action'),
  ...nodeCommon,
  component: text(64),
  version: text(64),
  config: jsonObject,
});

export const datasinkNodeSchema = z.object({
  kind: z.literal('datasink'),
  ...nodeCommon,
  datasinkId: text(64),
  component: text(64),
  version: text(64),
  config: jsonObject,
});

export const nodeSchema = z.discriminatedUnion('kind', [labelNodeSchema, actionNodeSchema, datasinkNodeSchema]);

export const linkSchema = z.object({
  id: text(64),
  from: z.object({ node: nodeIdSchema, port: text(64) }),
  to: z.object({ node: nodeIdSchema }),
});

/**
 * A pipeline version's content. Positions and comments do not change what runs. Refused as a shape: two nodes or links of
 * one id, a link to a node that is not there, the same link twice. What a person can mend in the editor (two labels, a
 * cycle, a missing field) is allowed in a draft and found by `validate`.
 */
export const documentSchema = z
  .object({
    format: z.literal(1),
    nodes: z.array(nodeSchema).max(nodesMax),
    links: z.array(linkSchema).max(linksMax),
  })
  .superRefine((document, context) => {
    for (const fault of shapeFaults(document))
      context.addIssue({ code: 'custom', path: fault.path, message: fault.message, input: document });
  });

export type LabelNode = z.infer<typeof labelNodeSchema>;
export type ActionNode = z.infer<typeof actionNodeSchema>;
export type DatasinkNode = z.infer<typeof datasinkNodeSchema>;
export type PipelineNode = z.infer<typeof nodeSchema>;
export type Link = z.infer<typeof linkSchema>;
export type PipelineDocument = z.infer<typeof documentSchema>;

/** What makes two links the same: they leave one port for one node. */
export const linkKey = (link: Pick<Link, 'from' | 'to'>): string => `${link.from.node}\n${link.from.port}\n${link.to.node}`;

export const emptyDocument: PipelineDocument = { format: 1, nodes: [], links: [] };

interface ShapeFault {
  readonly path: (string | number)[];
  readonly message: string;
}

function shapeFaults(document: { readonly nodes: readonly { readonly id: string }[]; readonly links: readonly Link[] }): ShapeFault[] {
  const faults: ShapeFault[] = [];
  const nodes = new Set<string>();
  for (const [index, node] of document.nodes.entries()) {
    if (nodes.has(node.id)) faults.push({ path: ['nodes', index, 'id'], message: `node ${node.id} appears twice` });
    nodes.add(node.id);
  }
  const ids = new Set<string>();
  const keys = new Set<string>();
  for (const [index, link] of document.links.entries()) {
    if (ids.has(link.id)) faults.push({ path: ['links', index, 'id'], message: `link ${link.id} appears twice` });
    if (keys.has(linkKey(link)))
      faults.push({ path: ['links', index], message: `the link ${link.from.node} → ${link.to.node} appears twice` });
    if (!nodes.has(link.from.node)) faults.push({ path: ['links', index, 'from', 'node'], message: `no node ${link.from.node}` });
    if (!nodes.has(link.to.node)) faults.push({ path: ['links', index, 'to', 'node'], message: `no node ${link.to.node}` });
    ids.add(link.id);
    keys.add(linkKey(link));
  }
  return faults;
}
