import type { FieldValue } from '@acequia/event';
import { madeBytesMax, madeEventsMax } from '../../state/made-at-once.ts';
import { BadState, StateReader, StateWriter } from '../../state/state-bytes.ts';
import type { AccumulatorKind, Value } from './aggregates/accumulator.ts';
import { Group } from './group.ts';
import { Panes, type Pane } from './panes.ts';
import type { Watermark } from './watermark.ts';
import type { Windows } from './windows.ts';

export interface GroupingOptions {
  readonly windows: Windows;
  readonly watermark: Watermark;
  readonly kinds: readonly AccumulatorKind[];
  /** Groups and memory at a time; beyond them the oldest group goes out early, or what needs room is refused. */
  readonly maxGroups: number;
  /** May change. */
  stateBytes(): number;
  readonly refuses: boolean;
  /** A window without events has a result too. */
  readonly emitEmpty: boolean;
  /** What `snapshot` gave. */
  readonly restored: Uint8Array | undefined;
  /** There was a state, and it is lost. */
  readonly lost: boolean;
}

export interface Incoming {
  readonly receivedMs: number;
  readonly eventMs: number;
  /** Text of the key, and its values. */
  readonly key: string;
  readonly keys: readonly FieldValue[];
  /** For each function, undefined where it has none. */
  readonly values: readonly (Value | undefined)[];
  id(): string;
}

/** What came of one key in one window. */
export interface Result {
  readonly startMs: number;
  readonly endMs: number;
  readonly key: string;
  readonly keys: readonly FieldValue[];
  readonly events: number;
  readonly values: readonly FieldValue[];
  /** Something of the window is not in it. */
  readonly partial: boolean;
  /** Went out before the window ended; others of the same key and window may follow. */
  readonly early: boolean;
  /** Its window may have begun in a life whose state is lost. */
  readonly restarted: boolean;
  /** Id of the first event. */
  readonly first: string;
}

/** Windows without events that are told at a time; of a longer silence the last ones. */
const silentMax = 10_000;

/** The results of one call. */
class Made {
  readonly results: Result[] = [];
  #bytes = 0;

  get isFull(): boolean {
    return this.results.length >= madeEventsMax || this.#bytes >= madeBytesMax;
  }

  add(result: Result, bytes: number): void {
    this.results.push(result);
    this.#bytes += bytes;
  }
}

/** A window of several panes of which some groups have gone out. */
interface Closing {
  readonly end: number;
  /** Keys it had when it ended. */
  readonly keys: readonly string[];
  /** The first of them that has not gone out. */
  at: number;
  /** Its groups by key, while none of them has had to make room. */
  parts: ReadonlyMap<string, readonly Group[]> | undefined;
}

/** Events in groups by key and window, aggregated as they come. Time is what it is told, never a clock. */
export class Grouping {
  readonly #o: GroupingOptions;
  #panes: Panes;
  /** End of the last window that was closed. */
  #closedTo = -Infinity;
  /** Moment of the first event after a loss of state; NaN: nothing was lost. */
  #restartedAt = NaN;
  #closing: Closing | undefined;
  #givenUp: Result[] = [];
  /** Of those, and of what came, since they were last taken. */
  #givenUpBytes = 0;
  #takenBytes = 0;

  constructor(options: GroupingOptions) {
    this.#o = options;
    this.#panes = new Panes(options.kinds);
    if (options.lost || (options.restored !== undefined && !this.#read(options.restored))) this.#restartedAt = Infinity;
  }

  /** `late`: the last window the event would be in has ended; `full`: there is no room. Both leave the state as it was. */
  absorb({ receivedMs, eventMs, key, keys, values, id }: Incoming): 'taken' | 'late' | 'full' {
    const { windows, watermark, kinds } = this.#o;
    let moment = watermark.momentOf(receivedMs, eventMs);
    if (watermark.takesLate) moment = Math.max(moment, this.#closedTo);
    const start = windows.paneAt(moment);
    if (windows.lastEnd(start) <= this.#closedTo) return 'late';
    if (!this.#makeRoom(this.#panes.find(start)?.groups.has(key) ?? false)) return 'full';
    if (this.#restartedAt === Infinity) this.#restartedAt = moment;
    const pane = this.#panes.at(start);
    let group = pane.groups.get(key);
    if (!group) {
      group = Group.begin(kinds, keys, id(), pane.lost);
      this.#panes.add(pane, key, group);
      this.#takenBytes += group.bytes;
    }
    const grown = group.add(values);
    this.#panes.bytes += grown;
    this.#takenBytes += grown;
    return 'taken';
  }

  /** Groups that had to make room since it was last asked. */
  takeGivenUp(): readonly Result[] {
    const givenUp = this.#givenUp;
    this.#givenUp = [];
    this.#givenUpBytes = this.#takenBytes = 0;
    return givenUp;
  }

  /** Stream time at which a window ends. */
  dueMs(): number {
    if (this.#startsSilent) return -Infinity;
    const end = this.#nextEnd();
    return end === Infinity ? Infinity : this.#o.watermark.due(end);
  }

  /** Closes the windows that have ended at this stream time; some of them when there is much, while `dueMs` says so. */
  advance(nowMs: number): Result[] {
    const { windows, watermark } = this.#o;
    const completeMs = watermark.at(nowMs);
    if (completeMs === -Infinity) return [];
    if (this.#startsSilent) this.#closedTo = windows.paneAt(completeMs);
    this.#skipSilence(completeMs);
    const made = new Made();
    for (let end = this.#nextEnd(); end <= completeMs && !made.isFull; end = this.#nextEnd()) this.#close(end, false, made);
    return made.results;
  }

  /** What is open, window by window; some of it when there is much, while `isOpen` says so. */
  flush(): Result[] {
    const made = new Made();
    while (this.isOpen && !made.isFull) this.#close(this.#nextEnd(), true, made);
    return made.results;
  }

  /** There are groups that have not gone out. */
  get isOpen(): boolean {
    return this.#panes.groups > 0;
  }

  /** The open windows are no concern of this one any more. */
  forget(): void {
    this.#panes = new Panes(this.#o.kinds);
    this.#closing = undefined;
  }

  snapshot(): Uint8Array {
    const out = new StateWriter();
    this.#panes.write(out);
    out.f64(this.#closedTo);
    out.f64(this.#restartedAt);
    this.#o.watermark.write(out);
    if (this.#closing) {
      out.f64(this.#closing.end);
      out.texts(this.#closing.keys.slice(this.#closing.at));
    }
    return out.finish();
  }

  #read(bytes: Uint8Array): boolean {
    const input = new StateReader(bytes);
    try {
      this.#panes.read(input);
      this.#closedTo = input.f64();
      this.#restartedAt = input.f64();
      this.#o.watermark.read(input);
      if (!input.ended) this.#closing = { end: input.f64(), keys: input.texts(), at: 0, parts: undefined };
      return true;
    } catch (error) {
      if (!(error instanceof BadState)) throw error;
      this.forget();
      this.#closedTo = -Infinity;
      return false;
    }
  }

  /** Silent windows are told, and nobody knows yet from when on. */
  get #startsSilent(): boolean {
    return this.#o.emitEmpty && this.#closedTo === -Infinity && !this.#panes.earliest;
  }

  /** End of the next window that has a result; infinite when there is none. */
  #nextEnd(): number {
    const { windows, emitEmpty } = this.#o;
    const { earliest } = this.#panes;
    if (this.#closing) return this.#closing.end;
    if (earliest && windows.lastEnd(earliest.start) <= this.#closedTo) return windows.lastEnd(earliest.start);
    const afterClosed = this.#closedTo === -Infinity ? -Infinity : windows.paneEnd(windows.paneAt(this.#closedTo));
    if (emitEmpty && afterClosed > -Infinity) return afterClosed;
    return earliest ? Math.max(windows.paneEnd(earliest.start), afterClosed) : Infinity;
  }

  #skipSilence(completeMs: number): void {
    const { windows, emitEmpty } = this.#o;
    if (!emitEmpty || this.#closedTo === -Infinity) return;
    const silentTo = Math.min(completeMs, this.#panes.earliest?.start ?? Infinity);
    const paneMs = windows.paneEnd(this.#closedTo) - this.#closedTo;
    if (silentTo - this.#closedTo > silentMax * paneMs) this.#closedTo = windows.paneAt(silentTo - silentMax * paneMs);
  }

  #close(end: number, early: boolean, made: Made): void {
    const { windows, emitEmpty, kinds } = this.#o;
    const start = windows.windowStart(end);
    const panes = this.#panes.between(start, end);
    const before = made.results.length;
    this.#closedTo = Math.max(this.#closedTo, end);
    const isClosed =
      windows.perWindow === 1 ? this.#closePanes(panes, start, end, early, made) : this.#closeParts(panes, start, end, early, made);
    if (!isClosed) return;
    if (emitEmpty && !early && made.results.length === before) {
      const isPartial = panes.some(({ lost }) => lost);
      made.add(this.#result(start, end, '', Group.begin(kinds, [], '', false), false, isPartial), 0);
    }
    this.#panes.drop((paneStart) => windows.lastEnd(paneStart) <= end);
  }

  /** A window of one pane. Groups that went out are gone. False: there is more of it. */
  #closePanes(panes: readonly Pane[], start: number, end: number, early: boolean, made: Made): boolean {
    for (const pane of panes) {
      for (const [key, group] of pane.groups) {
        if (made.isFull) return false;
        made.add(this.#result(start, end, key, group, early, early || group.rest), group.bytes);
        this.#panes.remove(pane, key, group);
      }
    }
    return true;
  }

  /** A window of several panes, whose groups later windows have too. One key is merged at a time. False: there is more of it. */
  #closeParts(panes: readonly Pane[], start: number, end: number, early: boolean, made: Made): boolean {
    const parts = this.#closing?.parts ?? partsOf(panes);
    const closing = (this.#closing ??= { end, keys: [...parts.keys()], at: 0, parts });
    closing.parts = parts;
    const isPartial = early || panes.some(({ lost }) => lost);
    for (; closing.at < closing.keys.length; closing.at++) {
      if (made.isFull) return false;
      const key = closing.keys[closing.at]!;
      const groups = parts.get(key);
      if (!groups) continue;
      const whole = this.#merged(groups);
      made.add(this.#result(start, end, key, whole, early, isPartial), whole.bytes);
    }
    this.#closing = undefined;
    return true;
  }

  #merged(groups: readonly Group[]): Group {
    const [{ keys, first }] = groups as [Group];
    const whole = Group.begin(this.#o.kinds, keys, first, false);
    for (const group of groups) whole.merge(group);
    return whole;
  }

  /** Whether there is room for one event more, of a group that is there or of a new one. */
  #makeRoom(known: boolean): boolean {
    const { maxGroups, refuses } = this.#o;
    const stateBytes = this.#o.stateBytes();
    const isCrowded = () => !known && this.#panes.groups >= maxGroups;
    const isFull = () => this.#panes.bytes >= stateBytes;
    if (refuses) return !isCrowded() && !isFull();
    // Where the memory became less, what was made out of it goes out bit by bit.
    const mayGiveUp = () => this.#givenUpBytes < this.#takenBytes + madeBytesMax;
    while (this.#panes.groups > 0 && (isCrowded() || (isFull() && mayGiveUp()))) this.#giveUpOldest();
    return true;
  }

  /** The oldest group goes out as it is, for the earliest open window that has it. All its windows lack it from then on. */
  #giveUpOldest(): void {
    const { windows } = this.#o;
    const pane = this.#panes.firstWithGroups!;
    const [key, group] = pane.groups.entries().next().value!;
    const afterClosed = this.#closedTo === -Infinity ? -Infinity : windows.paneEnd(windows.paneAt(this.#closedTo));
    const end = Math.max(windows.paneEnd(pane.start), afterClosed);
    this.#givenUp.push(this.#result(windows.windowStart(end), end, key, group, true, true));
    this.#givenUpBytes += group.bytes;
    pane.lost = true;
    this.#panes.remove(pane, key, group);
    if (this.#closing) this.#closing.parts = undefined;
  }

  #result(startMs: number, endMs: number, key: string, group: Group, early: boolean, partial: boolean): Result {
    return {
      startMs,
      endMs,
      key,
      keys: group.keys,
      events: group.events,
      values: group.results(),
      partial,
      early,
      restarted: startMs <= this.#restartedAt && this.#restartedAt !== Infinity,
      first: group.first,
    };
  }
}

/** The groups of each key, earliest first. */
function partsOf(panes: readonly Pane[]): Map<string, Group[]> {
  const parts = new Map<string, Group[]>();
  for (const { groups } of panes) {
    for (const [key, group] of groups) {
      const known = parts.get(key);
      if (known) known.push(group);
      else parts.set(key, [group]);
    }
  }
  return parts;
}
