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
    for (const name of destinations) this.#arrivals.set(name, { first: new Map(), count: 0, duplicates: 0 });
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
    if (!known.acknowledged) this.#acknowledged++;
    known.acknowledged = true;
  }

  /** The fault has really happened once more. */
  metFault(): void {
    this.#faultsMet++;
  }

  receive(text: string, destination = 'out'): void {
    const arrivals = this.#arrivals.get(destination)!;
    const place = arrivals.count++;
    const head = readPayloadHead(this.run, text);
    const known = head && this.#issued[head.number];
    if (!head || !known || known.key !== head.key || known.sequence !== head.sequence) {
      this.#invented.push(text);
    } else if (text !== payloadOf(this.run, head)) {
      this.#corrupt.push(text);
    } else if (arrivals.first.has(head.number)) {
      arrivals.duplicates++;
    } else {
      arrivals.first.set(head.number, place);
    }
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
    const { first } = this.#arrivals.get(destination)!;
    return this.#issued.reduce((sum, { acknowledged }, number) => sum + (acknowledged && !first.has(number) ? 1 : 0), 0);
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
