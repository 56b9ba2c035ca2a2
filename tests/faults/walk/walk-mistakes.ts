/** Something made wrong on purpose under a hazard, and the words in which the judge must notice it. */
export const walkMistakes: readonly WalkMistakeTrial[] = [
  { mistake: 'secret-not-sent', hazard: 'secret-rotation', shows: 'the last request came with' },
  { mistake: 'line-of-another', hazard: 'publish', shows: 'hold lines of two flows' },
  { mistake: 'ids-shared', hazard: 'edit', shows: 'wrong ids' },
  { mistake: 'writes-lost', hazard: 'edit', shows: 'acknowledged and not delivered' },
  { mistake: 'files-not-undone', hazard: 'kill-worker', steps: 5, shows: 'repeated at' },
  { mistake: 'disk-stays-full', hazard: 'full-disk', shows: 'were taken within' },
  { mistake: 'database-stays-away', hazard: 'kill-database', shows: 'for the server to answer' },
  { mistake: 'names-stay-silent', hazard: 'name-server-silent', shows: 'have not arrived at the peer' },
];

export type WalkMistake =
  | 'secret-not-sent'
  | 'line-of-another'
  | 'ids-shared'
  | 'writes-lost'
  | 'files-not-undone'
  | 'disk-stays-full'
  | 'database-stays-away'
  | 'names-stay-silent';

export interface WalkMistakeTrial {
  readonly mistake: WalkMistake;
  readonly hazard: string;
  readonly shows: string;
  /** Where it takes more of them to show. */
  readonly steps?: number;
}

/** Mistakes that are made in the worker itself: a module it loads first. */
export const mistakeModules: Readonly<Partial<Record<WalkMistake, URL>>> = {
  'writes-lost': new URL('lose-writes.mjs', import.meta.url),
  'files-not-undone': new URL('keep-files-long.mjs', import.meta.url),
};
