import type { HeldEvent, HistoryPage, OperationInput } from '@acequia/contract';

export type Question = Omit<OperationInput<'dataHistory:search'>, 'next' | 'count'>;

/** What a search has brought so far. */
export interface Found {
  readonly events: readonly HeldEvent[];
  readonly bytes: number;
  /** Everything received from then on was looked through, ms since 1970; null: nothing was. */
  readonly reachedAt: number | null;
  /** Where it would go on; null: it is through. */
  readonly next: HistoryPage['next'];
  readonly faults: HistoryPage['faults'];
}

export const nothingFound: Found = { events: [], bytes: 0, reachedAt: null, next: null, faults: [] };

/** Events after which a search waits for its user. */
export const pauseAfter = 100;
const pageCount = 50;

export const withPage = (found: Found, page: HistoryPage): Found => ({
  events: [...found.events, ...page.events],
  bytes: found.bytes + page.searchedBytes,
  reachedAt: page.reachedAt ?? found.reachedAt,
  next: page.next,
  faults: [...new Map([...found.faults, ...page.faults].map((fault) => [fault.code, fault])).values()],
});

/** Page after page, until there are enough, all is looked through or the signal says so; tells each state. */
export async function searchPages(
  question: Question,
  begin: Found,
  ask: (input: OperationInput<'dataHistory:search'>) => Promise<HistoryPage>,
  signal: AbortSignal,
  tell: (found: Found) => void,
): Promise<void> {
  let found = begin;
  const enough = begin.events.length + pauseAfter;
  do {
    const page = await ask({ ...question, count: pageCount, ...(found.next ? { next: found.next } : {}) });
    if (signal.aborted) return;
    found = withPage(found, page);
    tell(found);
  } while (found.next && found.events.length < enough);
}
