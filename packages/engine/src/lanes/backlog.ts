import type { Clock } from '@acequia/base';
import type { JournalStreams } from '@acequia/journal';
import { undeliveredBytes } from '../commit/retention.ts';

interface StreamBacklog {
  /** One past the last block that the rider took past the version. */
  readonly to: number;
  readonly events: number;
}

const measureEveryMs = 100;

/** What a version has not yet run of what its listener holds: it waits in the listener's journal. */
export class Backlog {
  readonly #journal: JournalStreams;
  readonly #clock: Clock;
  readonly #streams = new Map<string, StreamBacklog>();
  #bytes = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;

  constructor(journal: JournalStreams, clock: Clock, stored: Readonly<Record<string, StreamBacklog>> = {}) {
    this.#journal = journal;
    this.#clock = clock;
    for (const [stream, backlog] of Object.entries(stored)) this.#streams.set(stream, backlog);
  }

  get events(): number {
    let events = 0;
    for (const backlog of this.#streams.values()) events += backlog.events;
    return events;
  }

  get empty(): boolean {
    return this.#streams.size === 0;
  }

  /** Estimate, at most 100 ms old. */
  bytes(positions: ReadonlyMap<string, number>): number {
    const now = this.#clock.monotonic();
    if (now - this.#measuredAt < measureEveryMs) return this.#bytes;
    this.#measuredAt = now;
    this.#bytes = 0;
    for (const [stream, position] of positions) this.#bytes += undeliveredBytes(this.#journal, stream, position);
    return this.#bytes;
  }

  /** The rider ran a block with so many of the version's events without the version. */
  passed(stream: string, block: number, events: number): void {
    const known = this.#streams.get(stream);
    if (known && block < known.to) return;
    this.#streams.set(stream, { to: block + 1, events: (known?.events ?? 0) + events });
  }

  /** The version has run a block for the first time. */
  taken(stream: string, block: number, events: number): void {
    const known = this.#streams.get(stream);
    if (!known) return;
    if (block + 1 >= known.to) this.#streams.delete(stream);
    else this.#streams.set(stream, { to: known.to, events: Math.max(0, known.events - events) });
  }

  store(): Readonly<Record<string, StreamBacklog>> {
    return Object.fromEntries([...this.#streams].map(([stream, { to, events }]) => [stream, { to, events }]));
  }
}
