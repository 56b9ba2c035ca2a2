import type { Listener } from '@acequia/contract';
import type { Tone } from '@acequia/ui';

export interface StateLook {
  readonly tone: Tone;
  readonly shape: 'dot' | 'bars' | 'ring' | 'triangle';
}

/** Colour and shape of each state; the word comes from the texts. */
export const stateLook: Readonly<Record<Listener['state'], StateLook>> = {
  pending: { tone: 'warning', shape: 'ring' },
  created: { tone: 'success', shape: 'dot' },
  error: { tone: 'danger', shape: 'triangle' },
  stopped: { tone: 'neutral', shape: 'bars' },
};
