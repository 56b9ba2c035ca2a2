import { rangeSearch, type RangeSearch } from '#lib/ranges/chosen-range.ts';
import type { RawSearch } from './search.ts';

/** The range of the activity log, which opens over pages that have one of their own. */
export interface LogSearch {
  readonly logRange?: RangeSearch['range'];
  /** ms since 1970 */
  readonly logFrom?: number | undefined;
  readonly logTo?: number | undefined;
}

export const logSearchOf = ({ range, from, to }: RangeSearch): LogSearch => ({ logRange: range, logFrom: from, logTo: to });

export const rangeOfLog = ({ logRange, logFrom, logTo }: LogSearch): RangeSearch => ({ range: logRange, from: logFrom, to: logTo });

export const logSearch = (search: RawSearch): LogSearch =>
  logSearchOf(rangeSearch({ range: search['logRange'], from: search['logFrom'], to: search['logTo'] }));

export const noLog: LogSearch = logSearchOf({});
