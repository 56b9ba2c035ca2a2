/** Time as an argument. Nothing in the product reads the host's clock another way. */
export interface Clock {
  /** Wall time, ms since 1970 UTC. May jump. */
  now(): number;
  /** Monotonic time in ms, for waits, leases and rates. Never jumps. */
  monotonic(): number;
  /** Resolves after `ms` of monotonic time; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` after `ms`, once; returns the cancellation. Does not keep the process alive. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref();
    return () => clearTimeout(timer);
  },
};
