import { useState } from 'react';

export interface Edits<T extends object> {
  /** What the form shows: what was typed over what is stored. */
  readonly value: T;
  /** Fields that are as they are shown are not typed. */
  readonly set: (part: Partial<T>) => void;
  /** This is stored now, as `value` was when it was sent: it stays until the stored value comes anew. What was typed since stays longer. */
  readonly saved: (sent: T) => void;
}

/**
 * What a person typed over a stored value that others may change meanwhile: a field they have not touched follows it, one they have
 * keeps what they typed. `stored` must stay the same object until something of it changes.
 */
export function useEdits<T extends object>(stored: T): Edits<T> {
  const [typed, setTyped] = useState<Partial<T>>({});
  const [sent, setSent] = useState<{ readonly over: T; readonly typed: Partial<T> }>();
  const kept = sent?.over === stored ? sent.typed : undefined;
  const value = { ...stored, ...kept, ...typed };
  return {
    value,
    set: (part) => setTyped((now) => ({ ...now, ...changedOf(part, value) })),
    saved: (whole) => {
      setSent({ over: stored, typed: changedOf(whole, stored) });
      setTyped((now) => changedOf(now, whole));
    },
  };
}

/** The fields of `part` that are other than shown. */
const changedOf = <T extends object>(part: Partial<T>, shown: T): Partial<T> =>
  Object.fromEntries(Object.entries(part).filter(([key, now]) => now !== shown[key as keyof T])) as Partial<T>;
