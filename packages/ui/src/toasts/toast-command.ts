import type { ReactNode } from 'react';

/** ms an ordinary toast stays (specification, section 9). */
export const toastTimeMs = 5000;

/** A button in a toast. */
export interface ToastButton {
  readonly text: string;
  readonly command: () => void;
}

/** What a toast says. `stacking` toasts pile up; a `live` one is a running state, replaced by its id. */
export interface ToastCommand {
  /** Random when absent; a toast with an existing id replaces the old one. */
  readonly id?: string;
  readonly channel?: 'stacking' | 'live';
  /** `alert` stays until closed. */
  readonly level?: 'default' | 'alert';
  readonly tone?: 'success' | 'warning' | 'danger' | 'neutral';
  readonly title?: ReactNode;
  readonly content?: ReactNode;
  /** A code the user can copy. */
  readonly code?: string;
  readonly className?: string;
  /** Once, when it goes: closed, its time over, removed or cleared. Not when another one of its id takes its place. */
  readonly onClose?: () => void;
  /**
   * A button; or, instead of a toast: `remove` takes the toast of this id away, `clear-alerts` all alerts but those that persist.
   */
  readonly action?: ToastButton | { readonly text: 'remove' | 'clear-alerts' };
  /** ms; 5000 when absent */
  readonly time?: number;
  /** Drawn instead of title, content and button. */
  readonly customRender?: (close: () => void) => ReactNode;
  /** An alert that survives `clear-alerts`, and with it a change of page. */
  readonly persistUrlChanges?: boolean;
}

export interface Toast extends Omit<ToastCommand, 'action' | 'level'> {
  readonly id: string;
  readonly channel: 'stacking' | 'live';
  readonly level: 'default' | 'alert' | undefined;
  readonly content: ReactNode;
  readonly time: number;
  readonly persistUrlChanges: boolean;
  readonly button: ToastButton | undefined;
}

/**
 * A command as its sender may have built it, as a toast: a field of the wrong type falls back to its default, a level that is
 * neither of the two becomes undefined. Throws a `TypeError` for what is no object.
 */
export function toastOf(input: unknown, newId: () => string): Toast {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new TypeError('Invalid toast command.');
  const command = input as { readonly [K in keyof ToastCommand]?: unknown };
  const { tone, title, content, code, className, onClose, customRender } = command;
  return {
    id: typeof command.id === 'string' ? command.id : newId(),
    channel: command.channel === 'live' ? 'live' : 'stacking',
    level: command.level === undefined ? 'default' : oneOf(command.level, ['default', 'alert']),
    content: isDrawable(content) ? content : '',
    time: typeof command.time === 'number' && command.time >= 0 ? command.time : toastTimeMs,
    persistUrlChanges: command.persistUrlChanges === true,
    button: buttonOf(command.action),
    ...(isDrawable(title) ? { title } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof className === 'string' ? { className } : {}),
    ...(typeof onClose === 'function' ? { onClose: onClose as () => void } : {}),
    ...(typeof customRender === 'function' ? { customRender: customRender as NonNullable<ToastCommand['customRender']> } : {}),
    ...toneOf(tone),
  };
}

/** What the command asks for instead of a toast. */
export function orderOf(input: unknown): 'remove' | 'clear-alerts' | undefined {
  const action = typeof input === 'object' && input !== null && 'action' in input ? input.action : undefined;
  const text = typeof action === 'object' && action !== null && 'text' in action && !('command' in action) ? action.text : undefined;
  return oneOf(text, ['remove', 'clear-alerts']);
}

const oneOf = <V extends string>(value: unknown, words: readonly V[]): V | undefined => words.find((word) => word === value);

function toneOf(tone: unknown): Pick<Toast, 'tone'> {
  const known = oneOf(tone, ['success', 'warning', 'danger', 'neutral']);
  return known ? { tone: known } : {};
}

/** Text, an element that React made, or several. */
const isDrawable = (value: unknown): value is ReactNode =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && '$$typeof' in value);

function buttonOf(action: unknown): ToastButton | undefined {
  if (typeof action !== 'object' || action === null || !('text' in action) || !('command' in action)) return undefined;
  const { text, command } = action;
  return typeof text === 'string' && typeof command === 'function' ? { text, command: command as () => void } : undefined;
}
