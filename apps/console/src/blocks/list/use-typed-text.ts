import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '#lib/after-paint/after-paint.ts';

interface Typed {
  readonly text: string;
  /** The given value when it was last looked at. */
  readonly seen: string;
  /** What the given value may become on its way to `text`. */
  readonly handedOn: readonly string[];
}

/**
 * The text of a field whose value takes long to change, such as one that stands in the address and filters a long list: the field
 * shows each key at once, `onTyped` is told after that has been painted, and only of the last of several keys. A value that comes
 * from elsewhere replaces what was typed; nothing is told once the field is gone.
 */
export function useTypedText(value: string, onTyped: (text: string) => void): readonly [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState<Typed>();
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  if (typed && typed.seen !== value) {
    const isOnItsWay = value !== typed.text && typed.handedOn.includes(value);
    setTyped(isOnItsWay ? { ...typed, seen: value } : undefined);
  }
  const type = (text: string) => {
    setTyped((before) => ({ text, seen: value, handedOn: [...(before?.handedOn ?? []), text] }));
    cancel.current?.();
    cancel.current = afterPaint(() => onTyped(text));
  };
  return [typed ? typed.text : value, type];
}
