import type { Listener } from '@acequia/contract';
import type { Tone } from '@acequia/ui';

export interface StateLook {
  readonly tone: Tone;
  readonly shape: 'dot' | 'bars' | 'ring' | 'triangle';
}

/** `error`: it does not run. `warning`: it runs, and its worker names something a person should look after. */
export function troubleOf({ state, reason }: Pick<Listener, 'state' | 'reason'>): 'error' | 'warning' | undefined {
  if (state === 'error') return 'error';
  return state === 'created' && reason ? 'warning' : undefined;
}

/** Colour and shape of each state, and of one that runs in trouble; the word comes from the texts. */
export const stateLook: Readonly<Record<Listener['state'] | 'troubled', StateLook>> = {
  pending: { tone: 'warning', shape: 'ring' },
  created: { tone: 'success', shape: 'dot' },
  troubled: { tone: 'warning', shape: 'triangle' },
  error: { tone: 'danger', shape: 'triangle' },
  stopped: { tone: 'neutral', shape: 'bars' },
};
