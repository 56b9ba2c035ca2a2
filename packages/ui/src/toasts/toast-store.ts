import { orderOf, toastOf, type Toast, type ToastCommand } from './toast-command.ts';

export interface ToastStore {
  /** Shows a toast, or does what the command's action says; returns the id. Throws a `TypeError` for what is no object. */
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
  const keep = (stays: (toast: Toast) => boolean) => {
    const gone = toasts.filter((toast) => !stays(toast));
    if (gone.length === 0) return;
    set(toasts.filter(stays));
    for (const { onClose } of gone) onClose?.();
  };
  const store: ToastStore = {
    show(command) {
      const toast = toastOf(command, newId);
      switch (orderOf(command)) {
        case 'remove':
          store.remove(toast.id);
          break;
        case 'clear-alerts':
          store.clearAlerts();
          break;
        case undefined: {
          const index = toasts.findIndex((other) => other.id === toast.id);
          set(index < 0 ? [...toasts, toast] : toasts.with(index, toast));
        }
      }
      return toast.id;
    },
    remove: (id) => keep((toast) => toast.id !== id),
    clearAlerts: () => keep((toast) => toast.level !== 'alert' || toast.persistUrlChanges),
    toasts: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
}

export const toastStore = createToastStore(() => crypto.randomUUID());

/** Shows a toast; returns its id. */
export const toast = (command: ToastCommand): string => toastStore.show(command);
