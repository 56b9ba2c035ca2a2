import {
  createJsonRowsEncoder,
  createTextRowsEncoder,
  type Kernels,
  type RowsEncoder,
  type Slot,
  type SlotTable,
  type WrittenField,
} from '@acequia/batch';
import { parsePath, readingsOf } from '@acequia/event';
import type { EncodeConfig } from '@acequia/component-sdk/definition';
import { nameOfChosen } from '../fields/chosen-fields.ts';

interface Scope {
  readonly slots: SlotTable;
  readonly kernels?: Kernels;
}

/**
 * The kernels' form of the group `encode`, where there is one: all or chosen fields as JSON, or one field as text.
 * `lineEnd` is written behind each record. Writes what `compileRecordEncoder` writes.
 */
export function compileRowsEncoder(config: EncodeConfig, { slots, kernels }: Scope, lineEnd: '' | '\n' | '\r\n'): RowsEncoder | undefined {
  if (kernels === undefined || config.timeFormat !== 'RFC3339' || lineEnd === '\r\n') return undefined;
  const lineFeed = lineEnd === '\n';
  if (config.content === 'field') {
    const [slot, ...instead] = slotsOf(config.field ?? '', slots) ?? [];
    return slot === undefined || instead.length > 0 ? undefined : createTextRowsEncoder(kernels, slot, lineFeed);
  }
  if (config.content === 'template') return undefined;
  switch (config.format) {
    case 'json':
    case 'ndjson':
    case 'json-array': {
      const chosen = config.content === 'chosen' ? chosenFields(config.fields ?? [], slots) : undefined;
      if (config.content === 'chosen' && chosen === undefined) return undefined;
      const quoteBigIntegers = config.bigIntegers === 'string';
      return createJsonRowsEncoder(kernels, { omitNull: config.omitNull, quoteBigIntegers, lineFeed }, chosen);
    }
    case 'text':
      return config.content === 'all' ? createTextRowsEncoder(kernels, slots.slot('message'), lineFeed) : undefined;
    default:
      return undefined;
  }
}

/** Undefined: one of them is not simply a field. */
function chosenFields(fields: NonNullable<EncodeConfig['fields']>, slots: SlotTable): readonly WrittenField[] | undefined {
  const chosen: WrittenField[] = [];
  for (const field of fields) {
    const [slot, ...instead] = slotsOf(field.field, slots) ?? [];
    if (slot === undefined) return undefined;
    chosen.push({ name: nameOfChosen(field), slot, instead });
  }
  return chosen;
}

/** Slots of a reference's readings, the one that is a field's whole name first; undefined: it leads into a value, or to an internal field. */
function slotsOf(reference: string, slots: SlotTable): readonly Slot[] | undefined {
  const path = parsePath(reference);
  if (!path.ok || path.value.steps.length > 0 || path.value.each || reference.startsWith('_')) return undefined;
  return readingsOf(path.value).map(({ field }) => slots.slot(field));
}
