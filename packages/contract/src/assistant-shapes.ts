import { text } from '@acequia/base/bounded';
import { actionNodeSchema, linkSchema, nodeSchema, type Change } from '@acequia/pipeline';
import * as z from 'zod';
import { eventContent } from './event-content.ts';

/** Of one conversation. */
export const assistantMessagesMax = 40;
/** Of one message. */
export const assistantMessageChars = 32_000;
/** Of all messages of a conversation that are sent together. */
export const assistantConversationChars = 120_000;
/** Of a proposal. */
export const proposedChangesMax = 100;

export const assistantMessageSchema = z.object({
  from: z.enum(['person', 'assistant']),
  text: text(assistantMessageChars).trim().min(1),
});

const id = z.string().max(64);
const position = z.object({ x: z.number(), y: z.number() });
const config = z.record(z.string(), z.unknown());

/** An edit of a draft, as the editor makes it; those that an assistant may propose. */
export const proposedChangeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add-nodes'), nodes: z.array(nodeSchema), links: z.array(linkSchema) }),
  z.object({ type: z.literal('remove'), nodes: z.array(id), links: z.array(id) }),
  z.object({ type: z.literal('move'), positions: z.record(id, position) }),
  z.object({ type: z.literal('configure'), node: id, config }),
  z.object({
    type: z.literal('describe'),
    node: id,
    name: z.string().max(128).exactOptional(),
    comment: z.string().max(2000).exactOptional(),
  }),
  z.object({ type: z.literal('relabel'), node: id, listenerId: id, labelId: id }),
  z.object({ type: z.literal('link'), link: linkSchema }),
  z.object({ type: z.literal('insert'), link: id, node: actionNodeSchema, port: id, newLinks: z.tuple([id, id]) }),
  z.object({ type: z.literal('rename-port'), node: id, from: id, to: id }),
]) satisfies z.ZodType<Change>;

/** What comes while a question is answered, in order. */
export const assistantPieceSchema = z.discriminatedUnion('type', [
  /** The answer, as it is written: each piece follows the one before. */
  z.object({ type: z.literal('text'), text: eventContent(z.string()) }),
  /** It has looked something up: with which operation, which thing, and why that was refused. */
  z.object({ type: z.literal('read'), operation: z.string(), id: z.string().nullable(), code: z.string().nullable() }),
  /** Changes that fit the draft of the question. Nothing has been changed by them. */
  z.object({ type: z.literal('proposal'), title: z.string(), changes: z.array(proposedChangeSchema).max(proposedChangesMax) }),
]);

export const assistantStatusSchema = z.object({
  /** Whether the operator has set a model. */
  on: z.boolean(),
  /** Name of the model, and the host that questions go to; empty without one. */
  model: z.string(),
  host: z.string(),
  /** Of one person. */
  questionsPerHour: z.int(),
});

export type AssistantMessage = z.infer<typeof assistantMessageSchema>;
export type AssistantPiece = z.infer<typeof assistantPieceSchema>;
export type AssistantStatus = z.infer<typeof assistantStatusSchema>;
export type ProposedChange = z.infer<typeof proposedChangeSchema>;
