import { useCallback } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { ListSearch } from '#lib/list-search/list-search.ts';

const key = (list: string): string => `acequia:view:${list}`;

/** Cards or table, from the address, else as last chosen here; and how to change what stands in the address. */
export function useListAddress(
  list: string,
  search: ListSearch,
): {
  readonly view: 'cards' | 'table';
  readonly setView: (view: 'cards' | 'table') => void;
  readonly setSearch: (next: Partial<ListSearch>) => void;
} {
  const navigate = useNavigate();
  const setSearch = useCallback(
    (next: Partial<ListSearch>) =>
      void navigate({ to: '.', search: (old: Record<string, unknown>) => ({ ...old, ...next }), replace: true } as Parameters<
        typeof navigate
      >[0]),
    [navigate],
  );
  const stored = localStorage.getItem(key(list));
  return {
    view: search.view ?? (stored === 'table' ? 'table' : 'cards'),
    setView(view) {
      localStorage.setItem(key(list), view);
      setSearch({ view });
    },
    setSearch,
  };
}
