import type { AssistantMessage, AssistantPiece } from '@acequia/contract';
import type { OperationError } from '#lib/operations/operation-error.ts';

export type Proposal = Extract<AssistantPiece, { type: 'proposal' }>;
export type Reading = Extract<AssistantPiece, { type: 'read' }>;

/** A part of an answer, in the order in which it came. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | Reading
  | (Proposal & { readonly settled: 'applied' | 'discarded' | undefined });

/** A question with its answer as far as it has come. */
export interface Turn {
  readonly question: string;
  readonly parts: readonly Part[];
  readonly state: 'answering' | 'answered' | 'stopped' | 'failed';
  readonly error: OperationError | undefined;
}

/** Kept in the browser alone, and only while the page lives. */
export interface Conversation {
  readonly turns: readonly Turn[];
  /** The person lets the model see events. */
  readonly showEvents: boolean;
}

export const emptyConversation: Conversation = { turns: [], showEvents: false };

export const isAnswering = ({ turns }: Conversation): boolean => turns.at(-1)?.state === 'answering';

export const beginTurn = (now: Conversation, question: string): Conversation => ({
  ...now,
  turns: [...now.turns, { question, parts: [], state: 'answering', error: undefined }],
});

/** With what came; pieces of text that follow each other are one. */
export function takePiece(now: Conversation, piece: AssistantPiece): Conversation {
  return mapLast(now, (turn) => {
    const last = turn.parts.at(-1);
    if (piece.type === 'text' && last?.type === 'text')
      return { ...turn, parts: [...turn.parts.slice(0, -1), { type: 'text', text: last.text + piece.text }] };
    return { ...turn, parts: [...turn.parts, piece.type === 'proposal' ? { ...piece, settled: undefined } : piece] };
  });
}

export const endTurn = (now: Conversation, state: Exclude<Turn['state'], 'answering'>, error?: OperationError): Conversation =>
  mapLast(now, (turn) => ({ ...turn, state, error }));

/** Without the last question: it is asked again. */
export const withoutLast = (now: Conversation): Conversation => ({ ...now, turns: now.turns.slice(0, -1) });

/** What a person did with a proposal. */
export const settleProposal = (now: Conversation, turn: number, part: number, settled: 'applied' | 'discarded'): Conversation => ({
  ...now,
  turns: now.turns.map((each, at) =>
    at === turn
      ? { ...each, parts: each.parts.map((one, index) => (index === part && one.type === 'proposal' ? { ...one, settled } : one)) }
      : each,
  ),
});

/** Questions kept for the model: more would be refused. */
const turnsSent = 15;
const charsSent = 60_000;

/** The conversation as the model gets it, the newest question last. What was proposed is told in a line. */
export function messagesOf({ turns }: Conversation): AssistantMessage[] {
  const messages: AssistantMessage[] = [];
  let chars = 0;
  for (const { question, parts } of turns.slice(-turnsSent).toReversed()) {
    const answer = parts
      .flatMap((part) =>
        part.type === 'text' ? [part.text] : part.type === 'proposal' ? [`[Proposed: ${part.title}. ${part.settled ?? 'undecided'}]`] : [],
      )
      .join('\n')
      .trim()
      .slice(0, 30_000);
    chars += question.length + answer.length;
    if (chars > charsSent && messages.length > 0) break;
    if (answer !== '') messages.unshift({ from: 'assistant', text: answer });
    messages.unshift({ from: 'person', text: question });
  }
  return messages;
}

const mapLast = (now: Conversation, map: (turn: Turn) => Turn): Conversation => ({
  ...now,
  turns: now.turns.map((turn, index) => (index === now.turns.length - 1 ? map(turn) : turn)),
});
