import * as z from 'zod';
import type { ModelTool } from './model-client.ts';

export const proposalTool = 'propose_changes';

const id = z.string().min(1).max(64);
const nodeId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
const words = { name: z.string().max(128).default(''), comment: z.string().max(2000).default('') };
const config = z.record(z.string(), z.unknown()).default({});
const port = z.string().max(64).default('default');
const link = z.object({ from: z.object({ node: id, port }), to: z.object({ node: id }) });
const action = z.object({ kind: z.literal('action'), id: nodeId, component: z.string().max(64), config, ...words });

/** What the model writes: the edits of a draft, without the places, versions and link ids that follow from it. */
const wantedChangeSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('add-nodes'),
    nodes: z
      .array(
        z.discriminatedUnion('kind', [
          action,
          z.object({ kind: z.literal('datasink'), id: nodeId, datasinkId: id, config, ...words }),
          z.object({ kind: z.literal('label'), id: nodeId, listenerId: id, labelId: id, ...words }),
        ]),
      )
      .max(50),
    links: z.array(link).max(100).default([]),
  }),
  z.object({ type: z.literal('insert'), link: id, node: action, port }),
  z.object({ type: z.literal('link'), ...link.shape }),
  z.object({ type: z.literal('remove'), nodes: z.array(id).max(100).default([]), links: z.array(id).max(100).default([]) }),
  z.object({ type: z.literal('configure'), node: id, config: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('describe'), node: id, name: words.name.exactOptional(), comment: words.comment.exactOptional() }),
  z.object({ type: z.literal('relabel'), node: id, listenerId: id, labelId: id }),
  z.object({ type: z.literal('rename-port'), node: id, from: id, to: id }),
]);

export const wantedProposalSchema = z.object({
  title: z.string().trim().min(1).max(80),
  changes: z.array(wantedChangeSchema).min(1).max(40),
});

export type WantedChange = z.infer<typeof wantedChangeSchema>;

export const proposeChanges: ModelTool = {
  type: 'function',
  function: {
    name: proposalTool,
    description:
      'Shows the person changes of the draft, which they may apply or discard. Nothing is changed by it. `title` names them in a few words of the language of the person. `insert` sets an action into a link; `configure` gives the whole configuration of a step. The answer says what is wrong with the changes, if anything: mend them and propose again.',
    parameters: z.toJSONSchema(wantedProposalSchema, { io: 'input', unrepresentable: 'any' }),
  },
};
