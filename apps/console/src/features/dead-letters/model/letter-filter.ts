import { dayMs, hourMs } from '@acequia/base';
import type { LetterCause, LetterFilter } from '@acequia/contract';
import type { LetterSearch } from '#lib/letter-search/letter-search.ts';

const spans = { '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs } as const;

/** What the address asks for, as the operations take it. */
export function filterOf({ q, pipeline, listener, node, code, state, since }: LetterSearch, nowMs: number): LetterFilter {
  const filter = {
    pipelineId: listener === undefined ? pipeline : '',
    listenerId: listener,
    node,
    code,
    text: q,
    state,
    // Whole minutes, so that the same address stays the same question.
    from: since === undefined ? undefined : Math.floor((nowMs - spans[since]) / 60_000) * 60_000,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as LetterFilter;
}

/** The part of the address that chooses a cause. */
export const searchOf = ({ pipelineId, listenerId, node, code }: LetterCause): LetterSearch =>
  pipelineId === ''
    ? { pipeline: undefined, listener: listenerId, node: undefined, code }
    : { pipeline: pipelineId, listener: undefined, node, code };

export const noCause: LetterSearch = { pipeline: undefined, listener: undefined, node: undefined, code: undefined };

export const isChosen = (cause: LetterCause, search: LetterSearch): boolean => {
  const { pipeline, listener, node, code } = searchOf(cause);
  return search.code === code && search.pipeline === pipeline && search.listener === listener && search.node === node;
};
