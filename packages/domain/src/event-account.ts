/** What came into pipelines, in the order that people read it. `before`: was under way when the range began. */
export const sourceTerms = ['entered', 'redriven', 'created', 'before'] as const;
/** What became of it. */
export const outcomeTerms = ['delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired', 'underWay'] as const;

export type AccountTerm = (typeof sourceTerms)[number] | (typeof outcomeTerms)[number];

interface Counted {
  /** With those that were re-driven. */
  readonly entered: number;
  readonly redriven: number;
  readonly created: number;
  readonly delivered: number;
  readonly filtered: number;
  readonly merged: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly expired: number;
}

export interface AccountEntry {
  readonly term: AccountTerm;
  readonly count: number;
}

/** Both sides have the same sum. Terms that are 0 are left out, but for what entered and what was delivered. */
export interface EventAccount {
  readonly sources: readonly AccountEntry[];
  readonly outcomes: readonly AccountEntry[];
}

/** The ledger's sum over pipelines: all that came in, by what became of it. What was rejected and re-driven came in twice, and has two outcomes. */
export function eventAccount(pipelines: Iterable<Counted>): EventAccount {
  const sums = { entered: 0, redriven: 0, created: 0, delivered: 0, filtered: 0, merged: 0, rejected: 0, dropped: 0, expired: 0 };
  const counters = Object.keys(sums) as (keyof typeof sums)[];
  for (const pipeline of pipelines) for (const counter of counters) sums[counter] += pipeline[counter];
  const { entered, redriven, created, ...ended } = sums;
  const open = entered + created - Object.values(ended).reduce((sum, count) => sum + count, 0);
  const of: Readonly<Record<AccountTerm, number>> = {
    ...sums,
    entered: entered - redriven,
    before: Math.max(0, -open),
    underWay: Math.max(0, open),
  };
  const entries = (terms: readonly AccountTerm[]) =>
    terms.map((term) => ({ term, count: of[term] })).filter(({ term, count }) => count > 0 || term === 'entered' || term === 'delivered');
  return { sources: entries(sourceTerms), outcomes: entries(outcomeTerms) };
}
