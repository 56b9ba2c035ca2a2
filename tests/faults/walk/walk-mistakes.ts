/** Something made wrong on purpose under a hazard: the judge must notice. */
export const walkMistakes = [
  { mistake: 'secret-not-sent', hazard: 'secret-rotation' },
  { mistake: 'line-of-another', hazard: 'publish' },
  { mistake: 'ids-shared', hazard: 'edit' },
  { mistake: 'writes-lost', hazard: 'edit' },
  { mistake: 'files-not-undone', hazard: 'kill-worker' },
  { mistake: 'disk-stays-full', hazard: 'full-disk' },
  { mistake: 'database-stays-away', hazard: 'kill-database' },
  { mistake: 'names-stay-silent', hazard: 'name-server-silent' },
] as const;
export type WalkMistake = (typeof walkMistakes)[number]['mistake'];

/** Mistakes that are made in the worker itself: a module it loads first. */
export const mistakeModules: Readonly<Partial<Record<WalkMistake, string>>> = {
  'writes-lost': 'lose-writes.mjs',
  'files-not-undone': 'keep-files-long.mjs',
};
