/** Runs something later; gives what takes that back. */
export type Later = (run: () => void, waitMs: number) => () => void;

export interface Pace<T> {
  /** The newest value wins; those before it are never told. */
  push(value: T): void;
  /** Forgets what waits. */
  stop(): void;
}

/** Tells values no more often than every `gapMs`, the first at once. `nowMs`: a clock that never goes back. */
export function createPace<T>(tell: (value: T) => void, gapMs: number, nowMs: () => number, later: Later): Pace<T> {
  let waiting: { value: T } | undefined;
  let cancel: (() => void) | undefined;
  let lastMs = -Infinity;
  const tellNow = (value: T) => {
    lastMs = nowMs();
    tell(value);
  };
  return {
    push(value) {
      const waitMs = lastMs + gapMs - nowMs();
      if (cancel) {
        waiting = { value };
      } else if (waitMs <= 0) {
        tellNow(value);
      } else {
        waiting = { value };
        cancel = later(() => {
          cancel = undefined;
          const next = waiting;
          waiting = undefined;
          if (next) tellNow(next.value);
        }, waitMs);
      }
    },
    stop() {
      cancel?.();
      cancel = undefined;
      waiting = undefined;
    },
  };
}
