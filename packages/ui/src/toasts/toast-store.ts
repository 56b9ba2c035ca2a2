import type { ReactNode } from 'react';

/** What a toast says. `stacking` toasts pile up; a `live` one is a running state, replaced by its id. */
export interface ToastCommand {
  /** Random when absent; a toast with an existing id replaces the old one. */
  readonly id?: string;
  readonly channel?: 'stacking' | 'live';
  /** `alert` stays until closed. */
  readonly level?: 'default' | 'alert';
  readonly tone?: 'success' | 'warning' | 'danger' | 'neutral';
  readonly title: ReactNode;
  readonly content?: ReactNode;
  /** A code the user can copy. */
  readonly code?: string;
  readonly action?: { readonly text: string; readonly run: () => void };
  /** ms; 5000 when absent */
  readonly timeMs?: number;
  /** Survives `clear-alerts`. */
  readonly persistUrlChanges?: boolean;
}

export interface Toast extends ToastCommand {
  readonly id: string;
  readonly channel: 'stacking' | 'live';
  readonly level: 'default' | 'alert';
  readonly timeMs: number;
}

export const toastTimeMs = 5000;

export interface ToastStore {
  show(command: ToastCommand): string;
  remove(id: string): void;
  clearAlerts(): void;
  toasts(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

export function createToastStore(newId: () => string): ToastStore {
  let toasts: readonly Toast[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    show(command) {
      const toast: Toast = { channel: 'stacking', level: 'default', timeMs: toastTimeMs, ...command, id: command.id ?? newId() };
      const index = toasts.findIndex((other) => other.id === toast.id);
      set(index < 0 ? [...toasts, toast] : toasts.with(index, toast));
      return toast.id;
    },
    remove: (id) => set(toasts.filter((toast) => toast.id !== id)),
    clearAlerts: () => set(toasts.filter((toast) => toast.level !== 'alert' || toast.persistUrlChanges === true)),
    toasts: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const toastStore = createToastStore(() => crypto.randomUUID());

/** Shows a toast; returns its id. */
export const toast = (command: ToastCommand): string => toastStore.show(command);
