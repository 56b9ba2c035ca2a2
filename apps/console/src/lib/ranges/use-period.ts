import { useEffect, useState } from 'react';
import { useZone } from '#lib/format/use-format.ts';
import { meantAt, type ChosenRange } from './chosen-range.ts';
import type { NamedRange, Period } from './presets.ts';

const stepMs = 60_000;
/** On whole minutes, so that the same question is asked once a minute. */
const now = () => Math.ceil(Date.now() / stepMs) * stepMs;

/** What a range means now, and where the one before it began: presets move on with each minute, ends of one's own stay. */
export function usePeriod(range: NamedRange | ChosenRange): Period & { readonly previousFrom: number } {
  const zone = useZone();
  const [nowMs, setNowMs] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  const { from, to } = meantAt(range, nowMs, zone);
  return { from, to, previousFrom: from - (to - from) };
}
