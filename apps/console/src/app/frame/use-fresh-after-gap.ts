import { useEffect, useRef } from 'react';
import type { QueryClient } from '@tanstack/react-query';

/** Fetches everything on the page again when the stream of changes is back: what changed meanwhile was told to nobody. */
export function useFreshAfterGap(client: QueryClient, live: boolean): void {
  const wasLive = useRef(false);
  useEffect(() => {
    if (!live) return;
    if (wasLive.current) void client.invalidateQueries();
    wasLive.current = true;
  }, [client, live]);
}
