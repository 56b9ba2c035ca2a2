import { useSyncExternalStore } from 'react';

interface Taken {
  readonly node: string;
  readonly ports: readonly string[];
}

let taken: Taken | undefined;
const listeners = new Set<() => void>();

function set(next: Taken | undefined): void {
  taken = next;
  for (const changed of listeners) changed();
}

/** The ports that the event took which the preview shows. */
export const takenPorts = {
  /** The way to take it away again. */
  show(node: string, ports: readonly string[]): () => void {
    const mine = { node, ports };
    set(mine);
    return () => {
      if (taken === mine) set(undefined);
    };
  },
};

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether the event that is looked at took this port, for the canvas to mark it. */
export const useTaken = (node: string, port: string): boolean =>
  useSyncExternalStore(subscribe, () => taken?.node === node && taken.ports.includes(port));
