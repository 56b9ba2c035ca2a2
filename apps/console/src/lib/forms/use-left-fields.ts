import { useEffect, useState, type RefObject } from 'react';

/**
 * Tells whether the field at a path of a form was left, which is when its faults may be told. After a press it waits until the
 * press is over: what is told must not move under the pointer.
 */
export function useLeftFields(form: RefObject<HTMLElement | null>): (path: string) => boolean {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let pressed = false;
    let waiting: string[] = [];
    const tell = () => {
      const paths = waiting;
      waiting = [];
      if (paths.length > 0) setLeft((known) => (paths.every((path) => known.has(path)) ? known : new Set([...known, ...paths])));
    };
    const onLeave = (event: FocusEvent) => {
      if (!(event.target instanceof Element) || !form.current?.contains(event.target)) return;
      waiting.push(...leftAt(event.target, event.relatedTarget));
      if (!pressed) tell();
    };
    const onPress = () => void (pressed = true);
    const onRelease = () => {
      pressed = false;
      // The click comes after this event.
      setTimeout(tell);
    };
    document.addEventListener('focusout', onLeave);
    document.addEventListener('pointerdown', onPress, true);
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, onRelease, true);
    return () => {
      document.removeEventListener('focusout', onLeave);
      document.removeEventListener('pointerdown', onPress, true);
      for (const end of ['pointerup', 'pointercancel']) document.removeEventListener(end, onRelease, true);
    };
  }, [form]);
  return (path) => left.has(path) || [...left].some((each) => path.startsWith(`${each}.`));
}

/** Paths of the fields around an element that do not hold what has the focus now. */
function leftAt(from: Element, to: EventTarget | null): readonly string[] {
  const paths: string[] = [];
  for (
    let field = from.closest<HTMLElement>('[data-path]');
    field;
    field = field.parentElement?.closest<HTMLElement>('[data-path]') ?? null
  )
    if (!(to instanceof Node && field.contains(to))) paths.push(field.dataset['path'] ?? '');
  return paths;
}
