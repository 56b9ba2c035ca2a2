import { useNavigate, useSearch } from '@tanstack/react-router';

interface HistorySearch {
  /** The version whose history is open. */
  readonly history?: string;
  /** What it is compared with. */
  readonly with?: string;
}

/** The history stands in the URL: `?history=1.2.0&with=1.1.0`. */
export function useHistoryUrl() {
  const search = useSearch({ strict: false }) as HistorySearch;
  const navigate = useNavigate();
  const go = (next: { readonly history: string | undefined; readonly with: string | undefined }, replace: boolean) =>
    void navigate({ to: '.', search: ((known: object) => ({ ...known, ...next })) as never, replace });
  const version = search.history === undefined ? undefined : String(search.history);
  return {
    version,
    other: search.with === undefined ? undefined : String(search.with),
    open: (chosen: string) => go({ history: chosen, with: undefined }, version !== undefined),
    compare: (other: string) => go({ history: version, with: other }, true),
    close: () => go({ history: undefined, with: undefined }, false),
  };
}
