import { internalFields, internalSlots, type BatchView, type Row } from '@acequia/batch';
import { typeOf, valueToText } from '@acequia/event';

const textMax = 4096;

/** An event's fields as text for people, internal ones last. Values are cut after 4,096 characters. */
export function eventFields(view: BatchView, row: Row): { name: string; type: string; value: string }[] {
  const fields: { name: string; type: string; value: string }[] = [];
  view.forEachField(row, (name, _slot, read) => {
    const value = read();
    fields.push({ name, type: typeOf(value) ?? 'null', value: valueToText(value).slice(0, textMax) });
  });
  for (const [slot, name] of internalFields.entries()) {
    if (slot === internalSlots.id) continue;
    const value = view.value(row, slot);
    if (value === undefined) continue;
    fields.push({ name, type: typeOf(value) ?? 'null', value: valueToText(value).slice(0, textMax) });
  }
  return fields;
}
