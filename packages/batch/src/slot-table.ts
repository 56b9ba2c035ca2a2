import { assert } from '@acequia/base';
import { internalFields } from './internal-fields.ts';
import type { Slot, SlotTable } from './view.ts';

/** An empty slot table; the internal fields have the slots `internalSlots` from the start. Grows only by names that plans ask for. */
export function createSlotTable(): SlotTable {
  const names: string[] = [...internalFields];
  const slots = new Map<string, Slot>(names.map((name, slot) => [name, slot]));
  return {
    slot(name) {
      const known = slots.get(name);
      if (known !== undefined) return known;
      const slot = names.length;
      names.push(name);
      slots.set(name, slot);
      return slot;
    },
    name(slot) {
      const name = names[slot];
      assert(name !== undefined, `slot ${slot} belongs to another table`);
      return name;
    },
    find: (name) => slots.get(name),
    get size() {
      return names.length;
    },
  };
}
