import type { SaveState } from './autosave.ts';

/** How the draft stands, for those who show it. A state that says the same as the one before is not told. */
export interface SaveStates {
  get(): SaveState;
  set(state: SaveState): void;
  subscribe(listener: () => void): () => void;
}

export function createSaveStates(first: SaveState): SaveStates {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(state) {
      if (state.type === now.type && (state.type === 'saving' || state.type === 'offline')) return;
      now = state;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
