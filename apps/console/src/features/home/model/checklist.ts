import type { Datasink, Listener, Pipeline } from '@acequia/contract';

export type Step = 'listener' | 'datasink' | 'pipeline' | 'publish';

export interface ChecklistState {
  readonly steps: readonly { readonly step: Step; readonly done: boolean }[];
  /** The first open one. */
  readonly next: Step | undefined;
}

/** How far the first run is, read from what exists. */
export function checklistOf(
  listeners: readonly Listener[],
  datasinks: readonly Datasink[],
  pipelines: readonly Pipeline[],
): ChecklistState {
  const steps = [
    { step: 'listener' as const, done: listeners.length > 0 },
    { step: 'datasink' as const, done: datasinks.length > 0 },
    { step: 'pipeline' as const, done: pipelines.length > 0 },
    { step: 'publish' as const, done: pipelines.some((pipeline) => pipeline.runningVersion !== null || pipeline.state === 'stopped') },
  ];
  return { steps, next: steps.find((entry) => !entry.done)?.step };
}
