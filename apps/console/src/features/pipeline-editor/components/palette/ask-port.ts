import type { Ingredient } from '../../model/add-node.ts';

/** Something to add after a step with several ports. */
export interface PortQuestion {
  readonly ingredient: Ingredient;
  readonly node: string;
  /** Gives the keys to what was added. */
  readonly focus: boolean;
}

const listeners = new Set<(question: PortQuestion) => void>();

/** Asks at the step by which of its ports something is added. */
export function askPort(question: PortQuestion): void {
  for (const listener of listeners) listener(question);
}

export function onPortAsked(listener: (question: PortQuestion) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
