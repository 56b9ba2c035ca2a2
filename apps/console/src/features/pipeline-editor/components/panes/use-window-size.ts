import { useSyncExternalStore } from 'react';
import type { WindowSize } from '../../model/pane-sizes.ts';

let known: WindowSize = { width: 0, height: 0 };

function windowSize(): WindowSize {
  const { innerWidth: width, innerHeight: height } = window;
  if (width !== known.width || height !== known.height) known = { width, height };
  return known;
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

export const useWindowSize = (): WindowSize => useSyncExternalStore(onResize, windowSize);
