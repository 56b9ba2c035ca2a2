import { useCallback } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useZone } from '#lib/format/use-format.ts';
import { rangeOf, rangeSearch, searchOf, type ChosenRange } from './chosen-range.ts';
import type { NamedRange } from './presets.ts';

/** The range of the page, kept in its address. */
export function useRange(otherwise: NamedRange = '24h'): readonly [ChosenRange, (next: ChosenRange) => void] {
  const zone = useZone();
  const named = rangeSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const choose = useCallback(
    (next: ChosenRange) => void navigate({ to: '.', search: (now) => ({ ...now, ...searchOf(next, otherwise) }), replace: true }),
    [navigate, otherwise],
  );
  return [rangeOf(named, otherwise, Date.now(), zone), choose];
}
