import { cellTags, type BatchView, type Row, type Slot } from '@acequia/batch';
import { chargeRun, type FieldValue } from '@acequia/event';

type Change =
  | { readonly do: 'set'; readonly slot: Slot; readonly value: FieldValue }
  | { readonly do: 'rename'; readonly from: Slot; readonly to: Slot }
  | {
      readonly do: 'remove' | 'keep';
      readonly matches: (name: string) => boolean;
      /** Steps of asking about one name. */
      readonly steps: number;
    };

/** Changes of one event that are seen by later steps and written only when all have succeeded. Reused from event to event. */
export class RowChanges {
  readonly #changes: Change[] = [];

  clear(): void {
    this.#changes.length = 0;
  }

  add(change: Change): void {
    this.#changes.push(change);
  }

  /** The field as later steps see it; undefined = missing. */
  read(view: BatchView, row: Row, slot: Slot): FieldValue | undefined {
    let wanted = slot;
    for (let i = this.#changes.length - 1; i >= 0; i -= 1) {
      const change = this.#changes[i]!;
      if (change.do === 'set') {
        if (change.slot === wanted) return change.value;
      } else if (change.do === 'rename') {
        if (change.to === wanted) wanted = change.from;
        else if (change.from === wanted) return undefined;
      } else if (change.matches(view.slots.name(wanted)) === (change.do === 'remove')) {
        return undefined;
      } else chargeRun(change.steps);
    }
    return view.value(row, wanted);
  }

  has(view: BatchView, row: Row, slot: Slot): boolean {
    return this.#changes.length === 0 ? view.tag(row, slot) !== cellTags.missing : this.read(view, row, slot) !== undefined;
  }

  write(view: BatchView, row: Row): void {
    for (const change of this.#changes) {
      if (change.do === 'set') view.set(row, change.slot, change.value);
      else if (change.do === 'rename') view.rename(row, change.from, change.to);
      else {
        chargeRun(change.steps * view.fieldCount(row));
        view.keepOnly(row, change.do === 'keep' ? change.matches : (name) => !change.matches(name));
      }
    }
  }
}
