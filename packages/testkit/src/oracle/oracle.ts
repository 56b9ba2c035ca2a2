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
  /** Those of them where each event comes once. */
  readonly repeated: number;
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
  readonly first: Numbers;
  count: number;
  duplicates: number;
  /** Acknowledged events among `first`. */
  met: number;
  /** Of the first few events that arrived again. */
  readonly repeated: string[];
}

/** A number each for the first so many whole numbers: eight bytes for one, so that a run may have millions of events. */
class Numbers {
  #values = new Float64Array(1024).fill(Number.NaN);
  /** How many have one. */
  size = 0;

  get(index: number): number | undefined {
    const value = this.#values[index];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }

  has(index: number): boolean {
    return this.get(index) !== undefined;
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const grown = new Float64Array(Math.max(index + 1, 2 * this.#values.length)).fill(Number.NaN);
      grown.set(this.#values);
      this.#values = grown;
    }
    if (!this.has(index)) this.size++;
    this.#values[index] = value;
  }

  /** All that are there, smallest first. */
  sorted(): Float64Array {
    return this.#values.filter((value) => !Number.isNaN(value)).sort();
  }

  /** Where a value stands, each place that has it. */
  *whereIs(value: number): Generator<number> {
    for (let at = this.#values.indexOf(value); at >= 0; at = this.#values.indexOf(value, at + 1)) yield at;
  }
}

/** 53 bits of a text: among ten million different ones, equal ones come up once in 180 runs. */
function hashOf(text: string): number {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x85ebca77);
    high = Math.imul(high ^ unit, 0xc2b2ae3d);
  }
  low = Math.imul(low ^ (low >>> 15), 0x735a2d97) ^ Math.imul(high ^ (high >>> 13), 0x165667b1);
  high = Math.imul(high ^ (high >>> 15), 0x735a2d97) ^ Math.imul(low ^ (low >>> 13), 0x165667b1);
  return 0x100000000 * (high & 0x1fffff) + (low >>> 0);
}

/**
 * Ids that destinations see with the events, over all oracles of an installation: an event keeps its id wherever and
 * however often it arrives, and no two events have one id.
 */
export class EventIds {
  /** Run → hash of the id by the event's number. */
  readonly #idsOf = new Map<number, Numbers>();
  readonly #changed: string[] = [];

  /** `event`: its number in the run. */
  note(run: number, event: number, id: string): void {
    let ids = this.#idsOf.get(run);
    if (!ids) this.#idsOf.set(run, (ids = new Numbers()));
    const hash = hashOf(id);
    const before = ids.get(event);
    if (before === undefined) ids.set(event, hash);
    else if (before !== hash) this.#changed.push(`${run}/${event} came again with another id, ${id}`);
  }

  /** What is broken, one sentence; empty = every id is right. */
  judge(): readonly string[] {
    return tell([...this.#changed, ...this.#shared()], 'wrong ids');
  }

  #shared(): string[] {
    const found: string[] = [];
    const all = joined([...this.#idsOf.values()].map((ids) => ids.sorted()));
    for (let i = 1; i < all.length; i++) {
      if (all[i] !== all[i - 1]) continue;
      const events = [...this.#idsOf].flatMap(([run, ids]) => [...ids.whereIs(all[i]!)].map((event) => `${run}/${event}`));
      found.push(`${events.slice(0, examplesMax).join(' and ')} have one id`);
      if (found.length > sharedMax) break;
    }
    return found;
  }
}

/** Each costs a look through all. */
const sharedMax = 100;

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.sort();
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
    for (const name of destinations) this.#arrivals.set(name, { first: new Numbers(), count: 0, duplicates: 0, met: 0, repeated: [] });
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

  /** How many were issued; the next event's number. */
  get issued(): number {
    return this.#issued.length;
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

  /** Numbers of the acknowledged events that a destination has not got, smallest first. */
  missingAt(destination = 'out'): readonly number[] {
    const { first } = this.#arrivals.get(destination)!;
    return [...this.#issued.entries()].flatMap(([number, { acknowledged }]) => (acknowledged && !first.has(number) ? [number] : []));
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
    let repeatedAll = 0;
    for (const name of promises.exactlyOnceAt ?? []) {
      const { duplicates: repeats, repeated } = this.#arrivals.get(name)!;
      repeatedAll += repeats;
      if (repeats > 0) faults.push(`${repeats} repeated at ${name}, where each comes once: ${repeated.join(' | ')}`);
    }
    return {
      acknowledged: this.#acknowledged,
      delivered: arrivals.reduce((sum, { first }) => sum + first.size, 0),
      lost: lost.length,
      invented: this.#invented.length,
      corrupt: this.#corrupt.length,
      duplicates,
      repeated: repeatedAll,
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
    for (const name of this.#arrivals.keys()) {
      for (const number of this.missingAt(name)) {
        const { key, sequence } = this.#issued[number]!;
        lost.push(`${number} (${key} ${sequence}) at ${name}`);
      }
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
