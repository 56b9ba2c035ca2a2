import { payloadOf, readPayloadHead } from './payload.ts';

/** An event of the oracle. Its text is what must arrive, byte for byte. */
export interface IssuedEvent {
  readonly number: number;
  readonly key: string;
  readonly sequence: number;
  readonly text: string;
}

/** What a run promises; left out = not judged. */
export interface Promises {
  /** Fewer acknowledgements and the run is void. */
  readonly acknowledgedMin: number;
  /** Fewer meetings with the fault and the run is void. */
  readonly faultsMin: number;
  readonly duplicatesMax?: number;
  /** Destinations at which no event may arrive twice, whatever happened. */
  readonly exactlyOnceAt?: readonly string[];
  /** Order per key. */
  readonly ordered?: boolean;
}

export interface Verdict {
  readonly acknowledged: number;
  /** Different events that arrived, over all destinations. */
  readonly delivered: number;
  /** Acknowledged events that a destination did not get. */
  readonly lost: number;
  /** Arrived and never issued. */
  readonly invented: number;
  /** Arrived with other bytes than issued. */
  readonly corrupt: number;
  /** Arrivals after the first, per event and destination. */
  readonly duplicates: number;
  /** Acknowledged events that arrived before an earlier one of their key. */
  readonly disordered: number;
  readonly faultsMet: number;
  /** Why the run proves nothing; undefined when it does. */
  readonly void: string | undefined;
  /** What is broken, one sentence each, with examples; empty = all promises kept. */
  readonly faults: readonly string[];
}

interface Known {
  readonly key: string;
  readonly sequence: number;
  acknowledged: boolean;
}

interface Arrivals {
  /** Event → place of its first arrival. */
  readonly first: Map<number, number>;
  count: number;
  duplicates: number;
  /** Acknowledged events among `first`. */
  met: number;
  /** Of the first few events that arrived again. */
  readonly repeated: string[];
}

/**
 * Ids that destinations see with the events, over all oracles of an installation: an event keeps its id wherever and
 * however often it arrives, and no two events have one id.
 */
export class EventIds {
  readonly #eventOf = new Map<string, string>();
  readonly #idOf = new Map<string, string>();
  readonly #faults: string[] = [];

  /** `event` names it over all oracles. */
  note(event: string, id: string): void {
    const [otherEvent, otherId] = [this.#eventOf.get(id), this.#idOf.get(event)];
    if (otherEvent !== undefined && otherEvent !== event) this.#faults.push(`${id} is the id of ${otherEvent} and of ${event}`);
    if (otherId !== undefined && otherId !== id) this.#faults.push(`${event} came with the ids ${otherId} and ${id}`);
    this.#eventOf.set(id, event);
    this.#idOf.set(event, id);
  }

  /** What is broken, one sentence; empty = every id is right. */
  judge(): readonly string[] {
    return tell(this.#faults, 'wrong ids');
  }
}

const examplesMax = 5;

/**
 * The source of truth of a run, outside of what is tested: issues events, keeps an obligation for each positive
 * acknowledgement, receives at the destinations, and judges conservation, invention, integrity, order and duplicates.
 */
export class Oracle {
  readonly run: number;
  readonly #issued: Known[] = [];
  readonly #nextOfKey = new Map<string, number>();
  readonly #arrivals = new Map<string, Arrivals>();
  readonly #invented: string[] = [];
  readonly #corrupt: string[] = [];
  #acknowledged = 0;
  #faultsMet = 0;

  /** `run` marks the events, so that those of another run are strangers; destinations owe every acknowledged event. */
  constructor(run: number, destinations: readonly string[] = ['out']) {
    this.run = run;
    for (const name of destinations) this.#arrivals.set(name, { first: new Map(), count: 0, duplicates: 0, met: 0, repeated: [] });
  }

  issue(key: string): IssuedEvent {
    const sequence = this.#nextOfKey.get(key) ?? 0;
    this.#nextOfKey.set(key, sequence + 1);
    const number = this.#issued.length;
    this.#issued.push({ key, sequence, acknowledged: false });
    return { number, key, sequence, text: payloadOf(this.run, { number, key, sequence }) };
  }

  /** From now on every destination owes it. */
  acknowledge(event: IssuedEvent): void {
    const known = this.#issued[event.number]!;
    if (known.acknowledged) return;
    known.acknowledged = true;
    this.#acknowledged++;
    for (const arrivals of this.#arrivals.values()) if (arrivals.first.has(event.number)) arrivals.met++;
  }

  /** The fault has really happened once more. */
  metFault(): void {
    this.#faultsMet++;
  }

  /** The event's number when it is one of this oracle and arrived unchanged. */
  receive(text: string, destination = 'out'): number | undefined {
    const arrivals = this.#arrivals.get(destination)!;
    const place = arrivals.count++;
    const head = readPayloadHead(this.run, text);
    const known = head && this.#issued[head.number];
    if (!head || !known || known.key !== head.key || known.sequence !== head.sequence) {
      this.#invented.push(text);
      return undefined;
    }
    if (text !== payloadOf(this.run, head)) {
      this.#corrupt.push(text);
      return undefined;
    }
    if (arrivals.first.has(head.number)) {
      arrivals.duplicates++;
      if (arrivals.repeated.length < examplesMax) arrivals.repeated.push(`${head.number} (${head.key} ${head.sequence})`);
    } else {
      arrivals.first.set(head.number, place);
      if (known.acknowledged) arrivals.met++;
    }
    return head.number;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Of each key, the sequence that its next event gets. */
  nextOfKeys(): ReadonlyMap<string, number> {
    return new Map(this.#nextOfKey);
  }

  /** Whether every destination has this event. */
  hasArrived(event: IssuedEvent): boolean {
    return [...this.#arrivals.values()].every(({ first }) => first.has(event.number));
  }

  /** Obligations not yet met by a destination. */
  owedAt(destination = 'out'): number {
    return this.#acknowledged - this.#arrivals.get(destination)!.met;
  }

  judge(promises: Promises): Verdict {
    const lost = this.#lostAt();
    const disordered = promises.ordered === true ? this.#disordered() : [];
    const arrivals = [...this.#arrivals.values()];
    const duplicates = arrivals.reduce((sum, one) => sum + one.duplicates, 0);
    const faults = [
      ...tell(lost, 'acknowledged and not delivered'),
      ...tell(this.#invented, 'delivered and never issued'),
      ...tell(this.#corrupt, 'delivered with other bytes'),
      ...tell(disordered, 'delivered before an earlier one of the same key'),
    ];
    if (duplicates > (promises.duplicatesMax ?? Number.POSITIVE_INFINITY))
      faults.push(`${duplicates} duplicates, ${promises.duplicatesMax} allowed`);
    for (const name of promises.exactlyOnceAt ?? []) {
      const { duplicates: repeats, repeated } = this.#arrivals.get(name)!;
      if (repeats > 0) faults.push(`${repeats} repeated at ${name}, where each comes once: ${repeated.join(' | ')}`);
    }
    return {
      acknowledged: this.#acknowledged,
      delivered: arrivals.reduce((sum, { first }) => sum + first.size, 0),
      lost: lost.length,
      invented: this.#invented.length,
      corrupt: this.#corrupt.length,
      duplicates,
      disordered: disordered.length,
      faultsMet: this.#faultsMet,
      void: this.#void(promises),
      faults,
    };
  }

  #void({ acknowledgedMin, faultsMin }: Promises): string | undefined {
    if (this.#acknowledged < acknowledgedMin) return `only ${this.#acknowledged} of at least ${acknowledgedMin} events were acknowledged`;
    if (this.#faultsMet < faultsMin) return `the fault was met ${this.#faultsMet} times, wanted ${faultsMin}`;
    return undefined;
  }

  #lostAt(): string[] {
    const lost: string[] = [];
    for (const [name, { first }] of this.#arrivals) {
      for (const [number, { acknowledged, key, sequence }] of this.#issued.entries())
        if (acknowledged && !first.has(number)) lost.push(`${number} (${key} ${sequence}) at ${name}`);
    }
    return lost;
  }

  #disordered(): string[] {
    const found: string[] = [];
    for (const [name, { first }] of this.#arrivals) {
      const newest = new Map<string, number>();
      for (const [number, { acknowledged, key, sequence }] of this.#issued.entries()) {
        const place = first.get(number);
        if (!acknowledged || place === undefined) continue;
        if (place < (newest.get(key) ?? -1)) found.push(`${number} (${key} ${sequence}) at ${name}`);
        else newest.set(key, place);
      }
    }
    return found;
  }
}

function tell(found: readonly string[], what: string): string[] {
  if (found.length === 0) return [];
  const examples = found.slice(0, examplesMax).map((one) => one.slice(0, 120));
  return [`${found.length} ${what}: ${examples.join(' | ')}${found.length > examplesMax ? ' …' : ''}`];
}
