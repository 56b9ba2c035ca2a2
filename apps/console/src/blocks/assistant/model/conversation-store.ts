import type { AssistantPiece, OperationInput } from '@acequia/contract';
import { callOperation } from '#lib/operations/call.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import {
  beginTurn,
  emptyConversation,
  endTurn,
  isAnswering,
  messagesOf,
  settleProposal,
  takePiece,
  withoutLast,
  type Conversation,
} from './conversation.ts';

export type Surrounding = Pick<OperationInput<'assistant:ask'>, 'language' | 'place'>;

export interface ConversationStore {
  get(): Conversation;
  subscribe(listener: () => void): () => void;
  /** Asks, and takes the answer as it comes; one question at a time. */
  ask(question: string, surrounding: Surrounding): Promise<void>;
  /** Asks the last question once more. */
  again(surrounding: Surrounding): Promise<void>;
  stop(): void;
  /** Forgets everything said. */
  clear(): void;
  showEvents(on: boolean): void;
  settle(turn: number, part: number, settled: 'applied' | 'discarded'): void;
}

export function createConversationStore(call: typeof callOperation = callOperation): ConversationStore {
  let now = emptyConversation;
  let ending: AbortController | undefined;
  const listeners = new Set<() => void>();
  const set = (next: Conversation) => {
    now = next;
    for (const listener of listeners) listener();
  };
  const ask = async (question: string, surrounding: Surrounding): Promise<void> => {
    if (isAnswering(now)) return;
    const own = new AbortController();
    ending = own;
    set(beginTurn(now, question));
    const current = () => ending === own && !own.signal.aborted;
    try {
      const input = { ...surrounding, messages: messagesOf(now), showEvents: now.showEvents };
      const pieces = (await call('assistant:ask', input, { signal: own.signal })) as AsyncIterable<AssistantPiece>;
      for await (const piece of pieces) {
        if (!current()) return;
        set(takePiece(now, piece));
      }
      if (current()) set(endTurn(now, 'answered'));
    } catch (error) {
      if (current()) set(endTurn(now, 'failed', toOperationError(error)));
    }
  };
  const stop = () => {
    if (!isAnswering(now)) return;
    ending?.abort();
    set(endTurn(now, 'stopped'));
  };
  return {
    get: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask,
    again: async (surrounding) => {
      const last = now.turns.at(-1);
      if (!last || isAnswering(now)) return;
      set(withoutLast(now));
      await ask(last.question, surrounding);
    },
    stop,
    clear: () => {
      stop();
      set(emptyConversation);
    },
    showEvents: (on) => set({ ...now, showEvents: on }),
    settle: (turn, part, settled) => set(settleProposal(now, turn, part, settled)),
  };
}

const stores = new Map<string, ConversationStore>();

/** One conversation for each pipeline, and one for the rest of the console. They live as long as the page. */
export function conversationOf(pipelineId: string | undefined): ConversationStore {
  const key = pipelineId ?? '';
  const known = stores.get(key);
  if (known) return known;
  const store = createConversationStore();
  stores.set(key, store);
  return store;
}
