import { useCallback, useEffect, useRef, useState } from 'react';
import { callOperation } from '#lib/operations/call.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { nothingFound, searchPages, type Found, type Question } from '../model/search-pages.ts';

interface Search {
  readonly question: Question;
  readonly found: Found;
  readonly running: boolean;
  readonly error: OperationError | undefined;
}

export interface HistorySearch {
  /** Undefined: none was begun. */
  readonly search: Search | undefined;
  begin(question: Question): void;
  /** From where the last one ended. */
  goOn(): void;
  stop(): void;
}

/** One search at a time; what it found stays when it is stopped or fails. Ends with the page. */
export function useHistorySearch(): HistorySearch {
  const [search, setSearch] = useState<Search>();
  const under = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    under.current?.abort();
    setSearch((now) => now && { ...now, running: false });
  }, []);
  useEffect(() => () => under.current?.abort(), []);
  const run = (question: Question, begin: Found) => {
    under.current?.abort();
    const abort = new AbortController();
    under.current = abort;
    const { signal } = abort;
    const set = (part: Partial<Search>) =>
      signal.aborted || setSearch((now) => ({ question, found: begin, running: true, error: undefined, ...now, ...part }));
    setSearch({ question, found: begin, running: true, error: undefined });
    searchPages(
      question,
      begin,
      (input) => callOperation('dataHistory:search', input, { signal }),
      signal,
      (found) => set({ found }),
    ).then(
      () => set({ running: false }),
      (error: OperationError) => set({ running: false, error }),
    );
  };
  return {
    search,
    begin: (question) => run(question, nothingFound),
    goOn: () => search && run(search.question, search.found),
    stop,
  };
}
