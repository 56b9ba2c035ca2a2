import { dayMs, hourMs, minuteMs, type Clock } from '@acequia/base';
import type { CommitValue } from '@acequia/journal';
import { ledgerMinutesKept, ledgerPiecesWaiting } from '../limits.ts';

export type Counts = Record<string, number>;

/** What was counted within a minute, or, of a minute that could not be told for long, within several. */
interface Piece {
  readonly generation: number;
  /** Start of its first minute. With the generation what the server knows it by. */
  readonly minute: number;
  readonly nodes: Map<string, Counts>;
  /** The sum of all counts, as the server has it. */
  told: number | undefined;
}

/** What the server has of a ledger: generation and minute of each piece, and the sum of all its counts. */
export type ToldPieces = readonly (readonly [generation: number, minute: number, sum: number])[];

/**
 * Outcomes of one subject (a pipeline version or a listener) by node and minute, and in all. Plain numbers; written
 * into the commit record of its subject, so that a crash returns to exactly what was committed.
 *
 * Only so many pieces are shown at a time, and one makes room when the server has it. What may have been shown keeps its minute
 * and all of its counts, because the server may have it even when its answer was lost. The others wait; when too many
 * do, the oldest become one: sums stay exact, their time becomes coarser.
 */
export class Ledger {
  readonly totals: Counts = {};
  /** Grows with each count, and with each change of what is kept. */
  changes = 0;
  readonly #clock: Clock;
  readonly #generation: number;
  /** The oldest first. */
  #shown: Piece[] = [];
  /** Newer than those. */
  #waiting: Piece[] = [];

  constructor(clock: Clock, generation: number, stored?: CommitValue) {
    this.#clock = clock;
    this.#generation = generation;
    if (stored !== undefined) this.#restore(stored as unknown as StoredLedger);
  }

  add(node: string, counter: string, count: number): void {
    if (count === 0) return;
    this.changes++;
    this.totals[counter] = (this.totals[counter] ?? 0) + count;
    const counts = this.#countsOf(node);
    counts[counter] = (counts[counter] ?? 0) + count;
  }

  total(counter: string): number {
    return this.totals[counter] ?? 0;
  }

  /** Sum over all reasons: `dropped` counts `dropped:overflow` too. */
  outcome(name: string): number {
    let sum = 0;
    for (const [counter, count] of Object.entries(this.totals)) if (counter === name || counter.startsWith(`${name}:`)) sum += count;
    return sum;
  }

  /** The server has these pieces; those that have grown since are not the same any more. */
  told(pieces: ToldPieces): void {
    const sums = new Map(pieces.map(([generation, minute, sum]) => [`${generation} ${minute}`, sum]));
    for (const piece of this.#shown) piece.told = sums.get(`${piece.generation} ${piece.minute}`) ?? piece.told;
    this.#showMore();
  }

  /** The server has all that was counted. */
  get isTold(): boolean {
    return this.#waiting.length === 0 && this.#shown.every(isTold);
  }

  store(): CommitValue {
    const waiting = this.#waiting.length === 0 ? {} : { waiting: this.#waiting.map(storedPiece) };
    return { totals: { ...this.totals }, minutes: this.#shown.map(storedPiece), ...waiting };
  }

  #countsOf(node: string): Counts {
    const { nodes } = this.#currentPiece();
    let counts = nodes.get(node);
    if (!counts) nodes.set(node, (counts = {}));
    return counts;
  }

  #currentPiece(): Piece {
    const now = this.#clock.now();
    const minute = now - (now % minuteMs);
    const isCurrent = (piece: Piece) => piece.minute === minute && piece.generation === this.#generation;
    const newest = this.#waiting.at(-1) ?? this.#shown.at(-1);
    if (newest && isCurrent(newest)) return newest;
    // A clock that was set back comes to a minute for the second time.
    const earlier = this.#shown.find(isCurrent) ?? this.#waiting.find(isCurrent);
    if (earlier) return earlier;
    const piece: Piece = { generation: this.#generation, minute, nodes: new Map(), told: undefined };
    this.#waiting.push(piece);
    this.#showMore();
    while (this.#waiting.length > ledgerPiecesWaiting) foldOldest(this.#waiting);
    return piece;
  }

  #showMore(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#shown.length >= ledgerMinutesKept) {
        if (!isTold(this.#shown[0]!)) return;
        this.#shown.shift();
      }
      this.#shown.push(next);
      this.#waiting.shift();
      this.changes++;
    }
  }

  #restore(stored: StoredLedger): void {
    Object.assign(this.totals, stored.totals);
    this.#shown = stored.minutes.map(restoredPiece);
    this.#waiting = (stored.waiting ?? []).map(restoredPiece);
  }
}

type StoredPiece = readonly [generation: number, minute: number, nodes: Readonly<Record<string, Counts>>];

const storedPiece = ({ generation, minute, nodes }: Piece): [number, number, Record<string, Counts>] => [
  generation,
  minute,
  Object.fromEntries([...nodes].map(([node, counts]) => [node, { ...counts }])),
];

const restoredPiece = ([generation, minute, nodes]: StoredPiece): Piece => ({
  generation,
  minute,
  nodes: new Map(Object.entries(nodes).map(([node, counts]) => [node, { ...counts }])),
  told: undefined,
});

const isTold = ({ told, nodes }: Piece): boolean => told !== undefined && told === sumOf(nodes.values());

/** Counts only grow: with an equal sum they are equal. */
export function sumOf(counts: Iterable<Counts>): number {
  let sum = 0;
  for (const one of counts) for (const count of Object.values(one)) sum += count;
  return sum;
}

/** The two oldest of one hour become one, or else of one day, or else the two oldest of all; never the newest. */
function foldOldest(pieces: Piece[]): void {
  const within = (spanMs: number) =>
    pieces.findIndex(({ minute }, at) => {
      const next = pieces[at + 1];
      return at + 2 < pieces.length && next !== undefined && startOf(minute, spanMs) === startOf(next.minute, spanMs);
    });
  const inHour = within(hourMs);
  const inDay = inHour < 0 ? within(dayMs) : inHour;
  const [into, piece] = pieces.slice(Math.max(0, inDay));
  if (!into || !piece) return;
  for (const [node, counts] of piece.nodes) {
    const sums = into.nodes.get(node) ?? {};
    for (const [counter, count] of Object.entries(counts)) sums[counter] = (sums[counter] ?? 0) + count;
    into.nodes.set(node, sums);
  }
  pieces.splice(pieces.indexOf(piece), 1);
}

const startOf = (minute: number, spanMs: number): number => minute - (minute % spanMs);

/** A ledger as its commit record keeps it. */
export interface StoredLedger {
  readonly totals: Counts;
  readonly minutes: readonly StoredPiece[];
  /** Absent: nothing waits. */
  readonly waiting?: readonly StoredPiece[];
}

/** Events of a version that have no outcome yet. */
export function inFlight(ledger: Ledger): number {
  const left = ['delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired'].reduce((sum, name) => sum + ledger.outcome(name), 0);
  return ledger.total('entered') + ledger.total('created') - left;
}

/** Counts made now but entered into a ledger later, when what they stand on is durable. */
export class PendingCounts {
  readonly #counts = new Map<string, [node: string, counter: string, count: number]>();

  add(node: string, counter: string, count: number): void {
    if (count === 0) return;
    const key = `${node}\n${counter}`;
    const entry = this.#counts.get(key);
    if (entry) entry[2] += count;
    else this.#counts.set(key, [node, counter, count]);
  }

  enter(ledger: { add(node: string, counter: string, count: number): void }): void {
    for (const [node, counter, count] of this.#counts.values()) ledger.add(node, counter, count);
    this.#counts.clear();
  }
}

export interface CountSink {
  add(node: string, counter: string, count: number): void;
}

/** For blocks run again after a crash whose counts are already in the ledger. */
export const uncounted: CountSink = { add: () => undefined };
