import { patternEngine } from '@acequia/event';
import { useSyncExternalStore } from 'react';

let here = false;

/** Whether patterns can be read; draws again when they can. Where it cannot be fetched, the server checks them when they are saved. */
export const usePatternEngine = (): boolean => useSyncExternalStore(subscribe, () => here);

function subscribe(changed: () => void): () => void {
  const done = () => {
    here = true;
    changed();
  };
  if (!here) patternEngine().then(done, done);
  return () => undefined;
}
