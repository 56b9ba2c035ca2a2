import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@acequia/ui';
import { letterIdsMax, type LetterFilter, type LetterReport } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { errorToast } from '#lib/operations/error-toast.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { invalidateEntities } from '#lib/operations/use-operation.ts';
import { deadLetterTexts } from '../texts.ts';
import { useReason } from './use-reason.ts';

/** Named letters, or all that fit. */
export type Chosen = { readonly ids: readonly string[] } | { readonly filter: Omit<LetterFilter, 'state'> };

export type Change = { readonly kind: 'redrive'; readonly into: 'node' | 'start' } | { readonly kind: 'discard'; readonly reason: string };

interface Piece extends LetterReport {
  readonly next: string | null;
  readonly away: readonly string[];
}

/** Re-drives or discards piece by piece, and says in the end what became of them. */
export function useChange(): {
  /** So many are done; undefined while nothing runs. */
  readonly progress: number | undefined;
  readonly run: (chosen: Chosen, change: Change) => Promise<boolean>;
} {
  const t = useTexts(deadLetterTexts);
  const reason = useReason();
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const done = useRef(0);

  const tellDone = ({ kind }: Change) =>
    toast({ tone: 'success', title: t(kind === 'redrive' ? 'redriveDone' : 'discardDone', { count: done.current }) });

  const run = async (chosen: Chosen, change: Change): Promise<boolean> => {
    const refused = new Map<string, number>();
    done.current = 0;
    setProgress(0);
    try {
      for await (const piece of pieces(chosen, change)) {
        done.current += piece.done;
        for (const { code, count } of piece.refused) refused.set(code, (refused.get(code) ?? 0) + count);
        if (piece.away.length > 0) refused.set('WORKER_AWAY', refused.get('WORKER_AWAY') ?? 0);
        setProgress(done.current);
      }
    } catch (error) {
      // Pieces before the one that failed have changed all the same.
      if (done.current > 0) tellDone(change);
      errorToast(toOperationError(error));
      return false;
    } finally {
      setProgress(undefined);
      void invalidateEntities(client, ['dead-letter', 'activity']);
    }
    if (done.current > 0) tellDone(change);
    else if (refused.size === 0)
      toast({ tone: 'neutral', title: t(change.kind === 'redrive' ? 'redriveNone' : 'discardNone'), content: t('noneOpen') });
    if (refused.size > 0) {
      const count = [...refused.values()].reduce((sum, each) => sum + each, 0);
      const why = [...refused.keys()].map((code) => reason({ code })).map(({ title, text }) => `${title}. ${text}`);
      toast({ level: 'alert', tone: 'warning', title: t('left', { count }), content: why.join(' ') });
    }
    return true;
  };
  return { progress, run };
}

async function* pieces(chosen: Chosen, change: Change): AsyncGenerator<Piece> {
  if ('ids' in chosen) {
    for (let at = 0; at < chosen.ids.length; at += letterIdsMax) yield await call({ ids: chosen.ids.slice(at, at + letterIdsMax) }, change);
    return;
  }
  let cursor: string | null = null;
  do {
    const piece: Piece = await call({ filter: chosen.filter, ...(cursor === null ? {} : { cursor }) }, change);
    yield piece;
    cursor = piece.next;
  } while (cursor !== null);
}

type Letters = { readonly ids: string[] } | { readonly filter: LetterFilter; readonly cursor?: string };

const call = (letters: Letters, change: Change): Promise<Piece> =>
  change.kind === 'redrive'
    ? callOperation('deadLetters:redrive', { letters, into: change.into })
    : callOperation('deadLetters:discard', { letters, reason: change.reason });
