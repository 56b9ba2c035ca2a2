import { useCallback, useEffect, useRef, useState } from 'react';
import { draftPrefix } from './retired-drafts.ts';

export interface Draft {
  readonly clear: () => void;
  /** It was here before this page was opened. */
  readonly restored: boolean;
  /** Whether something was typed here that is neither saved nor given up. */
  readonly changed: () => boolean;
}

/**
 * State of a form that survives a reload, an error and a session that ended by itself, and no log-out (in session storage,
 * this tab only).
 * `clear` after it was saved or given up. Never used for values of secrets.
 */
export function useDraft<T>(key: string, initial: T): readonly [T, (next: T | ((now: T) => T)) => void, Draft] {
  const [{ value, restored }, setState] = useState(() => readDraft(key, initial));
  const cleared = useRef(false);
  const touched = useRef(restored);
  const edited = useRef(false);
  useEffect(() => {
    if (touched.current && !cleared.current) writeDraft(key, value);
  }, [key, value]);
  const set = useCallback((next: T | ((now: T) => T)) => {
    touched.current = true;
    edited.current = true;
    cleared.current = false;
    setState((state) => ({ ...state, value: typeof next === 'function' ? (next as (now: T) => T)(state.value) : next }));
  }, []);
  const clear = useCallback(() => {
    cleared.current = true;
    sessionStorage.removeItem(draftPrefix + key);
  }, [key]);
  const changed = useCallback(() => edited.current && !cleared.current, []);
  return [value, set, { clear, restored, changed }];
}

function readDraft<T>(key: string, initial: T): { value: T; restored: boolean } {
  const text = sessionStorage.getItem(draftPrefix + key);
  if (text === null) return { value: initial, restored: false };
  try {
    return { value: JSON.parse(text) as T, restored: true };
  } catch {
    return { value: initial, restored: false };
  }
}

function writeDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(draftPrefix + key, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(draftPrefix + key);
  }
}
