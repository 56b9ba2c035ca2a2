import type { CommitValue, Journal } from '@acequia/journal';
import type { MutationId } from '../fault.ts';

type Record_ = { readonly [key: string]: CommitValue };
type Mutate = (key: string, value: CommitValue | null) => CommitValue | null | undefined;

/** What becomes of an entry of a commit; undefined = it is left out. Keys: packages/engine/src/commit/records.ts. */
const mutations: Partial<Record<MutationId, Mutate>> = {
  'cursor-commit-skipped': (key, value) => (key.startsWith('v/') ? undefined : value),
  'cursor-ahead': (key, value) => (key.startsWith('v/') && value !== null ? ahead(value as Record_) : value),
  'counters-not-in-the-commit': (key, value) =>
    key.startsWith('v/') && value !== null ? { ...(value as Record_), ledger: emptyLedger } : value,
  'state-newer-than-cursor': (key, value) => (key.startsWith('v/') && value !== null ? withNextState(key, value as Record_) : value),
  'activation-without-epoch': (key, value) => (key.startsWith('e/') ? undefined : value),
  'switch-without-epoch': (key, value) => (key.startsWith('v/') && value !== null ? { ...(value as Record_), stopAt: null } : value),
};

const before = new Map<string, Record_>();

/** The record of one commit ago, with the state of now. */
function withNextState(key: string, record: Record_): CommitValue {
  const last = before.get(key);
  before.set(key, record);
  const { kept } = (record['state'] ?? {}) as Record_;
  return last?.['state'] && kept !== undefined ? { ...last, state: { ...(last['state'] as Record_), kept } } : record;
}

const blocksAhead = 40;
const emptyLedger: CommitValue = { totals: {}, minutes: [] };

function ahead(record: Record_): CommitValue {
  const moved = (marks: CommitValue | undefined): CommitValue =>
    Object.fromEntries(
      Object.entries((marks ?? {}) as { [stream: string]: number }).map(([stream, block]) => [stream, block + blocksAhead]),
    );
  return { ...record, cursors: moved(record['cursors']), positions: moved(record['positions']) };
}

/** A journal whose commits are not what the engine said. */
export function mutateEngineJournal(mutation: MutationId, journal: Journal): Journal {
  const mutate = mutations[mutation];
  if (mutate === undefined) return journal;
  const commits: Journal['commits'] = {
    commit: (changes) => {
      const mutated = [...changes].map(([key, value]) => [key, mutate(key, value)] as const);
      return journal.commits.commit(new Map(mutated.filter((entry): entry is [string, CommitValue | null] => entry[1] !== undefined)));
    },
    get: (key) => journal.commits.get(key),
    keys: (prefix) => journal.commits.keys(prefix),
  };
  return new Proxy(journal, {
    get: (target, name) => {
      if (name === 'commits') return commits;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
