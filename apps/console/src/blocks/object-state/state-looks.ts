import type { ObjectState } from '@acequia/domain';

/** Color and shape of each state, the same on every page; the word comes from the texts. */
export const stateLooks = {
  'action-required': { tone: 'danger', shape: 'triangle' },
  offline: { tone: 'danger', shape: 'question' },
  waiting: { tone: 'warning', shape: 'ring' },
  degraded: { tone: 'warning', shape: 'triangle' },
  starting: { tone: 'warning', shape: 'ring' },
  stopping: { tone: 'neutral', shape: 'ring' },
  stopped: { tone: 'neutral', shape: 'bars' },
  draft: { tone: 'warning', shape: 'ring' },
  running: { tone: 'success', shape: 'dot' },
  idle: { tone: 'neutral', shape: 'dot' },
} as const satisfies Readonly<Record<ObjectState, object>>;

/** Whether a thing does not do all of its work though it should. */
export const isTroubled = (state: ObjectState): boolean =>
  state === 'action-required' || state === 'offline' || state === 'waiting' || state === 'degraded';

/** A worker that went silent reports no change: lists ask again after this, in ms. */
export const stateRefetchMs = 30_000;
