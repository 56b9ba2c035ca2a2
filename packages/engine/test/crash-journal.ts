import type { Journal } from '@acequia/journal';

export interface CrashJournal extends Journal {
  /** From now on nothing reaches the disk and nothing is answered, like a killed process. Calls under way may or may not have arrived. */
  crash(): void;
}

/** A process's hold on a journal: work takes a while on its way in and on its way out, and dies with the process. */
export function createCrashJournal(disk: Journal, random: () => number): CrashJournal {
  let dead = false;
  const travel = async (): Promise<void> => {
    for (let steps = Math.floor(random() * 4); steps > 0; steps--) await new Promise<void>((resolve) => setImmediate(resolve));
    if (dead) await new Promise<never>(() => undefined);
  };
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    await travel();
    const result = await work();
    await travel();
    return result;
  };
  let appends: Promise<unknown> = Promise.resolve();
  let commits: Promise<unknown> = Promise.resolve();
  return {
    append: (group) => {
      const turn = appends.then(() => through(() => disk.append(group)));
      appends = turn.catch(() => undefined);
      return turn;
    },
    read: (stream, from, maxBytes) => through(() => disk.read(stream, from, maxBytes)),
    head: (stream) => disk.head(stream),
    tail: (stream) => disk.tail(stream),
    trim: (stream, before) => (dead ? undefined : disk.trim(stream, before)),
    drop: (stream) => (dead ? undefined : disk.drop(stream)),
    streams: () => disk.streams(),
    usage: (stream) => disk.usage(stream),
    span: (stream, fromMs, toMs) => through(() => disk.span(stream, fromMs, toMs)),
    space: () => disk.space(),
    durability: () => disk.durability(),
    sourceState: (stream) => disk.sourceState(stream),
    knowsKey: (key) => disk.knowsKey(key),
    onAppend: (listen) => disk.onAppend(listen),
    commits: {
      commit: (changes) => {
        const copy = structuredClone(changes);
        const turn = commits.then(() => through(() => disk.commits.commit(copy)));
        commits = turn.catch(() => undefined);
        return turn;
      },
      get: (key) => disk.commits.get(key),
      keys: (prefix) => disk.commits.keys(prefix),
    },
    generation: disk.generation,
    logNumber: disk.logNumber,
    close: async () => undefined,
    crash: () => {
      dead = true;
    },
  };
}

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
