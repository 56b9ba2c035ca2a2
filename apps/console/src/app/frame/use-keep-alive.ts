import { useEffect } from 'react';
import { callOperation } from '#lib/operations/call.ts';
import { isSessionOver, toOperationError } from '#lib/operations/operation-error.ts';
import { followOtherWindows, sessionOver } from '#lib/operations/session-over.ts';

const keepAliveMs = 30_000;
/** docs/decisions.md: signs of the user are gathered for so long before they count as one. */
const gatherMs = 1000;
/** Two reports of activity are at least this far apart; the last sign is always reported. */
const reportMs = 30_000;
/** Specification 4. */
const signs = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'touchmove', 'click', 'scroll'] as const;

/** The keep-alive log every 30 s, which is no activity; signs of the user, which are; and what other windows of this browser do. */
export function useKeepAlive(): void {
  useEffect(() => {
    const ask = (name: 'auth:keepAlive' | 'auth:touch') => {
      callOperation(name, {}).catch((caught: unknown) => {
        const error = toOperationError(caught);
        if (isSessionOver(error)) sessionOver(error);
      });
    };
    const timer = setInterval(() => ask('auth:keepAlive'), keepAliveMs);
    const unfollow = followOtherWindows();
    // Who opens a page is there.
    ask('auth:touch');
    let reportedMs = -Infinity;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const onSign = () => {
      waiting ??= setTimeout(
        () => {
          waiting = undefined;
          reportedMs = performance.now();
          ask('auth:touch');
        },
        Math.max(gatherMs, reportedMs + reportMs - performance.now()),
      );
    };
    for (const sign of signs) window.addEventListener(sign, onSign, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      clearTimeout(waiting);
      unfollow();
      for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true });
    };
  }, []);
}
