import { useEffect } from 'react';
import { callOperation } from '#lib/operations/call.ts';
import { isSessionOver, toOperationError } from '#lib/operations/operation-error.ts';
import { onLoggedOut, sessionOver } from '#lib/operations/session-over.ts';

const keepAliveMs = 30_000;
const touchMs = 60_000;
const signs = ['mousedown', 'keydown', 'touchstart', 'scroll', 'mousemove'] as const;

/** The keep-alive log every 30 s, the end of the session when another window logs out, and at most once a minute a sign of life while the user really does something. */
export function useKeepAlive(): void {
  useEffect(() => {
    const ask = (name: 'auth:keepAlive' | 'auth:touch') => {
      callOperation(name, {}).catch((caught: unknown) => {
        const error = toOperationError(caught);
        if (isSessionOver(error)) sessionOver(error.code);
      });
    };
    const timer = setInterval(() => ask('auth:keepAlive'), keepAliveMs);
    const leave = onLoggedOut(() => sessionOver('AUTH.REQUIRED'));
    let touchedMs = performance.now();
    const onSign = () => {
      if (performance.now() - touchedMs < touchMs) return;
      touchedMs = performance.now();
      ask('auth:touch');
    };
    for (const sign of signs) window.addEventListener(sign, onSign, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      leave();
      for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true });
    };
  }, []);
}
