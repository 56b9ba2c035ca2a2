import { oneOf, textIn, type RawSearch } from '#lib/search/search.ts';

export const letterSpans = ['1h', '24h', '7d'] as const;
export type LetterSpan = (typeof letterSpans)[number];

/** State of the dead letters in the address: which are shown, and which one is open. */
export interface LetterSearch {
  readonly q?: string | undefined;
  /** `listener` instead of a pipeline: frames that it could not decode. */
  readonly pipeline?: string | undefined;
  readonly listener?: string | undefined;
  readonly node?: string | undefined;
  readonly code?: string | undefined;
  readonly state?: 'redriven' | 'discarded' | undefined;
  readonly since?: LetterSpan | undefined;
  readonly letter?: string | undefined;
}

/** What cannot be understood is left out. */
export const letterSearch = (search: RawSearch): LetterSearch => ({
  q: textIn(search['q']),
  pipeline: textIn(search['pipeline']),
  listener: textIn(search['listener']),
  node: textIn(search['node']),
  code: textIn(search['code']),
  state: oneOf(search['state'], ['redriven', 'discarded']),
  since: oneOf(search['since'], letterSpans),
  letter: textIn(search['letter']),
});
