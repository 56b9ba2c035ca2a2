import { oneOf, type RawSearch } from '#lib/search/search.ts';

/** State of the alerts page in the address. */
export interface AlertSearch {
  /** Open ones when absent. */
  readonly which?: 'snoozed' | 'resolved' | undefined;
  readonly priority?: 'critical' | 'high' | 'medium' | 'low' | undefined;
  readonly source?: 'listener' | 'pipeline' | 'datasink' | 'unknown' | undefined;
  readonly delivery?: true | undefined;
  readonly page?: number | undefined;
}

/** What cannot be understood is left out. */
export const alertSearch = (search: RawSearch): AlertSearch => ({
  which: oneOf(search['which'], ['snoozed', 'resolved']),
  priority: oneOf(search['priority'], ['critical', 'high', 'medium', 'low']),
  source: oneOf(search['source'], ['listener', 'pipeline', 'datasink', 'unknown']),
  delivery: search['delivery'] === true || undefined,
  page: Number.isInteger(search['page']) && (search['page'] as number) > 1 ? (search['page'] as number) : undefined,
});
