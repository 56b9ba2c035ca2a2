/** Ends that streams wait for: of sessions, of keys. Holds nothing of what nobody waits for. */
export interface WatchedEnds {
  /** The signal aborts at the end. `close` it when nobody waits any more. */
  watch(id: string): WatchedEnd;
  end(id: string, reason: Error): void;
  /** How many ids somebody waits for. */
  readonly size: number;
}

export interface WatchedEnd {
  readonly signal: AbortSignal;
  close(): void;
}

export function createWatchedEnds(): WatchedEnds {
  const ends = new Map<string, { readonly controller: AbortController; watchers: number }>();
  return {
    watch: (id) => {
      const end = ends.get(id) ?? { controller: new AbortController(), watchers: 0 };
      ends.set(id, end);
      end.watchers += 1;
      let open = true;
      return {
        signal: end.controller.signal,
        close: () => {
          if (!open) return;
          open = false;
          end.watchers -= 1;
          if (end.watchers === 0 && ends.get(id) === end) ends.delete(id);
        },
      };
    },
    end: (id, reason) => {
      ends.get(id)?.controller.abort(reason);
      ends.delete(id);
    },
    get size() {
      return ends.size;
    },
  };
}
