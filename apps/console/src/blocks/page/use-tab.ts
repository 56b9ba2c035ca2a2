import { useCallback } from 'react';
import { useNavigate } from '@tanstack/react-router';

/** The open tab of a drawer and how to change it; it stands in the address, the first tab by its absence. */
export function useTab<V extends string>(tabs: readonly [V, ...V[]], now: string | undefined): readonly [V, (tab: V) => void] {
  const navigate = useNavigate();
  const first = tabs[0];
  const change = useCallback(
    (next: V) =>
      void navigate({
        to: '.',
        search: (search: Record<string, unknown>) => ({ ...search, tab: next === first ? undefined : next }),
        replace: true,
      } as Parameters<typeof navigate>[0]),
    [navigate, first],
  );
  return [tabs.find((tab) => tab === now) ?? first, change];
}
