import type { Clock } from '@acequia/base';
import type { Unsaved } from './autosave.ts';

/** Keeps an edit this long after it was made, at most. */
export const writeAfterMs = 100;

/** Keeps what is not saved, a moment after the edit, so that a large document does not hold up what follows from the edit. */
export interface DraftWriter {
  /** `undefined`: all is saved. */
  keep(unsaved: Unsaved | undefined): void;
  /** Now: the page is about to go. */
  flush(): void;
}

export function createDraftWriter(clock: Pick<Clock, 'after'>, write: (unsaved: Unsaved | undefined) => void): DraftWriter {
  let waiting: { readonly unsaved: Unsaved | undefined } | undefined;
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    const now = waiting;
    waiting = undefined;
    if (now) write(now.unsaved);
  };
  return {
    keep(unsaved) {
      waiting = { unsaved };
      cancel ??= clock.after(writeAfterMs, flush);
    },
    flush,
  };
}
