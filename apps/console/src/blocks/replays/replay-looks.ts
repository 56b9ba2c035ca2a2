import type { Replay } from '@acequia/contract';

/** How a state of a replay is drawn. */
export const replayLooks = {
  running: { tone: 'success', shape: 'dot' },
  done: { tone: 'neutral', shape: 'ring' },
  stopped: { tone: 'neutral', shape: 'bars' },
  failed: { tone: 'danger', shape: 'triangle' },
} as const satisfies Record<Replay['state'], { readonly tone: string; readonly shape: string }>;
