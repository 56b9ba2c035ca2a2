import { BadState, type StateReader, type StateWriter } from '../../state/state-bytes.ts';
import { textBytes, type AccumulatorKind } from './aggregates/accumulator.ts';
import { Group } from './group.ts';

const formatVersion = 1;
const entryBytes = 80;

export interface Pane {
  readonly start: number;
  /** By the key's text, in the order in which they came. */
  readonly groups: Map<string, Group>;
  /** Groups of it were given up. */
  lost: boolean;
}

/** The open panes, earliest first, with the number of groups and their memory. */
export class Panes {
  groups = 0;
  bytes = 0;
  readonly #kinds: readonly AccumulatorKind[];
  #panes: Pane[] = [];

  constructor(kinds: readonly AccumulatorKind[]) {
    this.#kinds = kinds;
  }

  get earliest(): Pane | undefined {
    return this.#panes[0];
  }

  get firstWithGroups(): Pane | undefined {
    return this.#panes.find(({ groups }) => groups.size > 0);
  }

  /** Panes that start in a window, earliest first. */
  between(start: number, end: number): readonly Pane[] {
    return this.#panes.filter((pane) => pane.start >= start && pane.start < end);
  }

  find(start: number): Pane | undefined {
    return this.#panes.find((pane) => pane.start === start);
  }

  /** The pane that starts there, made when it is not open. */
  at(start: number): Pane {
    let index = this.#panes.length;
    while (index > 0 && this.#panes[index - 1]!.start > start) index--;
    const known = this.#panes[index - 1];
    if (known?.start === start) return known;
    const pane = { start, groups: new Map<string, Group>(), lost: false };
    this.#panes.splice(index, 0, pane);
    return pane;
  }

  add(pane: Pane, key: string, group: Group): void {
    pane.groups.set(key, group);
    this.groups++;
    this.bytes += entryBytes + textBytes(key) + group.bytes;
  }

  remove(pane: Pane, key: string, group: Group): void {
    pane.groups.delete(key);
    this.groups--;
    this.bytes -= entryBytes + textBytes(key) + group.bytes;
  }

  /** Forgets the panes that `over` names. */
  drop(over: (start: number) => boolean): void {
    for (const pane of this.#panes) if (over(pane.start)) for (const [key, group] of pane.groups) this.remove(pane, key, group);
    this.#panes = this.#panes.filter((pane) => !over(pane.start));
  }

  write(out: StateWriter): void {
    out.u32(formatVersion);
    out.u32(this.#panes.length);
    for (const { start, lost, groups } of this.#panes) {
      out.f64(start);
      out.bool(lost);
      out.u32(groups.size);
      for (const [key, group] of groups) {
        out.text(key);
        group.write(out);
      }
    }
  }

  /** Throws `BadState`. */
  read(input: StateReader): void {
    if (input.u32() !== formatVersion) throw new BadState('another version');
    for (let panes = input.u32(); panes > 0; panes--) {
      const pane = this.at(input.f64());
      pane.lost = input.bool();
      for (let groups = input.u32(); groups > 0; groups--) {
        const key = input.text();
        this.add(pane, key, Group.read(this.#kinds, input));
      }
    }
  }
}
