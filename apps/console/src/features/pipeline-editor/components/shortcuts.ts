import { useEffect, useRef } from 'react';
import { isTyping } from '#blocks/shortcuts/is-typing.ts';
import type { WalkDirection } from '../model/walk.ts';

const mac = /Mac|iP(hone|ad)/.test(navigator.userAgent);
const ctrl = mac ? '⌘' : 'Ctrl';

/** The list behind `?`. Single letters can be switched off in the preferences. */
export const shortcuts = [
  { name: 'search', keys: ['/'] },
  { name: 'find', keys: [`${ctrl} F`] },
  { name: 'add', keys: ['Enter'] },
  { name: 'next', keys: ['Tab'] },
  { name: 'move', keys: ['←', '↑', '↓', '→'] },
  { name: 'walk', keys: ['Alt ↑', 'Alt ↓'] },
  { name: 'beside', keys: ['Alt ⇧ ↑', 'Alt ⇧ ↓'] },
  { name: 'link', keys: ['C'] },
  { name: 'remove', keys: ['Delete'] },
  { name: 'duplicate', keys: [`${ctrl} D`] },
  { name: 'copy', keys: [`${ctrl} C`, `${ctrl} X`, `${ctrl} V`] },
  { name: 'all', keys: [`${ctrl} A`] },
  { name: 'undo', keys: [`${ctrl} Z`] },
  { name: 'redo', keys: [`${ctrl} Y`] },
  { name: 'layout', keys: ['L'] },
  { name: 'list', keys: ['V'] },
  { name: 'focus', keys: ['F'] },
  { name: 'publish', keys: [`${ctrl} Enter`] },
  { name: 'assistant', keys: ['A'] },
  { name: 'help', keys: ['?'] },
] as const;

export interface ShortcutHandlers {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly remove: () => void;
  readonly duplicate: () => void;
  readonly selectAll: () => void;
  readonly deselect: () => void;
  readonly layout: () => void;
  /** Canvas or list. */
  readonly list: () => void;
  readonly focus: () => void;
  /** Links the selected step to another one. */
  readonly link: () => void;
  readonly search: () => void;
  /** Finds a step that is in the pipeline. */
  readonly find: () => void;
  readonly publish: () => void;
  readonly assistant: () => void;
  readonly help: () => void;
  readonly copy: () => string | undefined;
  readonly paste: (text: string) => void;
  /** To the step beside the selected one. */
  readonly walk: (direction: WalkDirection) => void;
}

/** Listens on the page while the editor is open; never inside a field or a dialog. `letters`: whether single keys count. */
export function useShortcuts(
  handlers: ShortcutHandlers,
  { letters, readOnly }: { readonly letters: boolean; readonly readOnly: boolean },
): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    // Before a card takes the arrows for moving itself.
    const onWalk = (event: KeyboardEvent) => {
      const direction =
        event.altKey && !event.ctrlKey && !event.metaKey ? arrows[`${event.shiftKey ? 'Shift' : ''}${event.key}`] : undefined;
      if (!direction || isTyping(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.walk(direction);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const name = shortcutOf(event, letters);
      if (name === undefined || (readOnly && !forReaders.has(name))) return;
      if (name === 'remove' && hasOwnKeys(event.target)) return;
      if (name !== 'deselect') event.preventDefault();
      latest.current[name]();
    };
    const onCopy = (event: ClipboardEvent) => {
      if (isTyping(event.target) || !window.getSelection()?.isCollapsed) return;
      const text = latest.current.copy();
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut' && !readOnly && !hasOwnKeys(event.target)) latest.current.remove();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (readOnly || isTyping(event.target) || text.trim() === '') return;
      event.preventDefault();
      latest.current.paste(text);
    };
    document.addEventListener('keydown', onWalk, { capture: true });
    document.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onWalk, { capture: true });
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [letters, readOnly]);
}

/** Keys pressed in the panel of a step, or at a closed choice, are for what is there: they take no step away. */
const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-own-keys], [role="combobox"]') !== null;

type Plain = Exclude<keyof ShortcutHandlers, 'copy' | 'paste' | 'walk'>;

const forReaders: ReadonlySet<Plain> = new Set(['selectAll', 'deselect', 'help', 'list', 'focus', 'assistant', 'find']);
/** Left and right with Alt belong to the browser's history. */
const arrows: Readonly<Record<string, WalkDirection>> = { ArrowDown: 'down', ArrowUp: 'up', ShiftArrowUp: 'left', ShiftArrowDown: 'right' };

function shortcutOf(event: KeyboardEvent, letters: boolean): Plain | undefined {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
    if (key === 'y') return 'redo';
    if (key === 'd') return 'duplicate';
    if (key === 'a') return 'selectAll';
    if (key === 'enter') return 'publish';
    if (key === 'f') return 'find';
    return undefined;
  }
  if (event.altKey) return undefined;
  if (key === 'delete' || key === 'backspace') return 'remove';
  if (key === 'escape') return 'deselect';
  if (!letters) return undefined;
  if (key === '/') return 'search';
  if (key === 'a') return 'assistant';
  if (key === 'l') return 'layout';
  if (key === 'v') return 'list';
  if (key === 'f') return 'focus';
  if (key === 'c') return 'link';
  if (key === '?') return 'help';
  return undefined;
}
