import { useEffect, useState } from 'react';
import { periodOf, type Range } from './ranges.ts';

/** The range that ends now; moves on each minute. */
export function usePeriod(range: Range): ReturnType<typeof periodOf> {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return periodOf(range, nowMs);
}
