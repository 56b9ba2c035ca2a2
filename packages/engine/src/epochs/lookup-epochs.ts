import type { CommitValue, JournalStreams } from '@acequia/journal';
import { deployedLookupSchema, type DeployedLookup } from '@acequia/pipeline';
import { recordKeys } from '../commit/records.ts';

/** A version of a lookup, and where it came into force. */
export interface LookupEpoch {
  /** With this version alone, which is in force: all a worker needs to make its table. */
  readonly lookup: DeployedLookup;
  /** Stream → its first block that meets the version; a stream that is not named: all of it. */
  readonly from: Readonly<Record<string, number>>;
}

/** Where in its streams the version at work is: what is asked for next belongs to events of this block. */
export interface Place {
  stream: string;
  block: number;
}

/** What the epochs of a listener look at in a version that reads it. */
export interface EpochReader {
  /** Ids of lookups it follows. */
  readonly follows: ReadonlySet<string>;
  /** By stream, the first block that may still be run; streams named as in `Place`. */
  needs(): ReadonlyMap<string, number>;
}

/**
 * Which version of a lookup the events of each block meet (engine decision 23). Held by the lane of the listener and written
 * in its commits before the first event meets a new version, so that a block run again meets the version it met.
 */
export class LookupEpochs {
  /** Listener → lookup → epochs, oldest first. */
  readonly #listeners = new Map<string, Map<string, readonly LookupEpoch[]>>();
  /** Set before each block. */
  readonly place: Place = { stream: '', block: Infinity };

  /** Takes up what the commit log says of these listeners. */
  recover(journal: JournalStreams, listenerIds: Iterable<string>): void {
    for (const id of listenerIds) {
      const epochs = readEpochs(journal, id);
      if (epochs.length > 0)
        this.#listeners.set(
          id,
          Map.groupBy(epochs, ({ lookup }) => lookup.id),
        );
    }
  }

  forget(listenerId: string): void {
    this.#listeners.delete(listenerId);
  }

  /** The version that events at the place meet; undefined: the lookup is followed by nothing that reads the listener. */
  versionAt(listenerId: string, lookupId: string): number | undefined {
    const epochs = this.#listeners.get(listenerId)?.get(lookupId);
    if (!epochs) return undefined;
    const { stream, block } = this.place;
    return (epochs.findLast(({ from }) => (from[stream] ?? 0) <= block) ?? epochs[0]!).lookup.activeNumber!;
  }

  /** The version that events still to come meet. */
  newest(listenerId: string, lookupId: string): number | undefined {
    return this.#listeners.get(listenerId)?.get(lookupId)?.at(-1)?.lookup.activeNumber ?? undefined;
  }

  lookupsOf(listenerId: string): string[] {
    return [...(this.#listeners.get(listenerId)?.keys() ?? [])];
  }

  add(listenerId: string, epoch: LookupEpoch): void {
    const own = this.#listeners.get(listenerId) ?? new Map<string, readonly LookupEpoch[]>();
    own.set(epoch.lookup.id, [...(own.get(epoch.lookup.id) ?? []), epoch]);
    this.#listeners.set(listenerId, own);
  }

  /** It could not be written: nothing has met it. */
  takeBack(listenerId: string, epoch: LookupEpoch): void {
    const own = this.#listeners.get(listenerId);
    own?.set(
      epoch.lookup.id,
      own.get(epoch.lookup.id)!.filter((other) => other !== epoch),
    );
  }

  /** Drops the epochs that no block still to be run can meet. */
  prune(listenerId: string, readers: readonly EpochReader[]): void {
    const own = this.#listeners.get(listenerId);
    if (!own) return;
    const needs = readers.map((reader) => ({ follows: reader.follows, needs: reader.needs() }));
    for (const [id, epochs] of own) {
      const following = needs.filter(({ follows }) => follows.has(id));
      const first = epochs.findLastIndex(({ from }) => following.every((one) => isPast(from, one.needs)));
      if (following.length === 0) own.delete(id);
      else if (first > 0) own.set(id, epochs.slice(first));
    }
    if (own.size === 0) this.#listeners.delete(listenerId);
  }

  /** For the commit; null: there are none. */
  store(listenerId: string): CommitValue | null {
    const own = this.#listeners.get(listenerId);
    return own ? ([...own.values()].flat() as unknown as CommitValue) : null;
  }
}

/** As committed. What cannot be read is as if it were not there. */
export function readEpochs(journal: JournalStreams, listenerId: string): LookupEpoch[] {
  const stored = journal.commits.get(recordKeys.epochs(listenerId)) as readonly LookupEpoch[] | undefined;
  return (stored ?? []).filter(({ lookup }) => deployedLookupSchema.safeParse(lookup).success);
}

const isPast = (from: Readonly<Record<string, number>>, needs: ReadonlyMap<string, number>): boolean =>
  [...needs].every(([stream, block]) => (from[stream] ?? 0) <= block);
