import { useNavigate, useSearch } from '@tanstack/react-router';

interface EventSearch {
  readonly event?: string;
  readonly until?: string | number;
}

/**
 * The event that is looked at in the preview: `?event=…&until=…`. `until` (ms since 1970) makes the list the one it was chosen from:
 * the newest events of before that moment; without an event, the list is held still.
 */
export function useEventUrl() {
  const { event, until } = useSearch({ strict: false }) as EventSearch;
  const navigate = useNavigate();
  const go = (next: { readonly event: string | undefined; readonly until: number | undefined }, replace: boolean) =>
    void navigate({ to: '.', search: ((known: object) => ({ ...known, ...next })) as never, replace });
  const at = Number(until);
  return {
    event,
    until: Number.isSafeInteger(at) && at > 0 ? at : undefined,
    choose: (key: string, untilMs: number | undefined) => go({ event: key, until: untilMs }, event !== undefined),
    hold: (untilMs: number) => go({ event: undefined, until: untilMs }, true),
    leave: () => go({ event: undefined, until: undefined }, true),
  };
}
