import { useMemo, useState } from 'react';
import type { ListSelection } from './list-context.ts';

/** What is chosen in a list; things that left the list are no longer chosen. */
export function useSelection(present: readonly { readonly id: string }[]): ListSelection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => {
    if (kept.size === 0) return kept;
    const ids = new Set(present.map(({ id }) => id));
    return new Set([...kept].filter((id) => ids.has(id)));
  }, [kept, present]);
  return useMemo(() => {
    const set = (ids: readonly string[], on: boolean) =>
      setKept((now) => {
        const next = new Set(now);
        for (const id of ids)
          if (on) next.add(id);
          else next.delete(id);
        return next;
      });
    return {
      chosen,
      set,
      toggle: (id) =>
        setKept((now) => {
          const next = new Set(now);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
    };
  }, [chosen]);
}
