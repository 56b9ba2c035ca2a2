import { useNavigate, useSearch } from '@tanstack/react-router';
import { useZone } from '#lib/format/use-format.ts';
import { rangeOf, searchOf, type ChosenRange } from '#lib/ranges/chosen-range.ts';
import type { NamedRange } from '#lib/ranges/presets.ts';
import { logSearchOf, rangeOfLog } from '#lib/search/log-search.ts';

const usual: NamedRange = '7d';

/** The range of the log, in the address beside that of the page below. */
export function useLogRange(): readonly [ChosenRange, (next: ChosenRange) => void] {
  const zone = useZone();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (next: ChosenRange) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...logSearchOf(searchOf(next, usual)) }), replace: true });
  return [rangeOf(rangeOfLog(search), usual, Date.now(), zone), choose];
}
