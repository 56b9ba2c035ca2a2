import type { Slot, SlotTable } from '@acequia/batch';
import { expectedOf, expecting, type Expected, convert, NameCleaner, type FieldType, type FieldValue } from '@acequia/event';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import type { LookupTable } from '@acequia/lookup';
import { outputOf, type LookupConfig } from './config.ts';

/** Rows whose values are kept ready. */
const keptMax = 65_536;

interface Output {
  readonly name: string;
  readonly slot: Slot;
  readonly column: number;
  readonly type: FieldType | undefined;
  readonly missing: FieldValue;
}

/** A value of the table that cannot become what the column asks for. */
export interface CellFault {
  readonly expected: Expected;
}

/** The fields a row gives, converted once per row and table. Throws `Misconfigured('LOOKUP_COLUMN')` when a column is not there. */
export class RowValues {
  readonly outputs: readonly Output[];
  readonly #table: LookupTable;
  readonly #kept = new Map<number, readonly FieldValue[] | CellFault>();

  constructor(table: LookupTable, config: LookupConfig, slots: SlotTable) {
    this.#table = table;
    this.outputs = config.columns.length === 0 ? allColumns(table, config, slots) : chosenColumns(table, config, slots);
  }

  of(row: number): readonly FieldValue[] | CellFault {
    const known = this.#kept.get(row);
    if (known !== undefined) return known;
    const values = this.#read(row);
    if (this.#kept.size >= keptMax) this.#kept.clear();
    this.#kept.set(row, values);
    return values;
  }

  #read(row: number): readonly FieldValue[] | CellFault {
    const values: FieldValue[] = [];
    for (const { name, column, type } of this.outputs) {
      const value = this.#table.value(row, column);
      const converted = type === undefined || value === null ? undefined : convert(value, type, { base: 10 });
      if (converted?.ok === false)
        return { expected: expectedOf(name, expecting('EXPECTED_ROW_TYPE', { type: converted.error.to, row: row + 1 })) };
      values.push(converted === undefined ? value : converted.value);
    }
    return values;
  }
}

function allColumns(table: LookupTable, config: LookupConfig, slots: SlotTable): readonly Output[] {
  const cleaner = new NameCleaner();
  const end = config.endColumn === undefined ? -1 : table.column(config.endColumn);
  return table.columns.flatMap((column, index) => {
    if (index === table.keyColumn || index === end) return [];
    const name = cleaner.clean(column);
    return [{ name, slot: slots.slot(name), column: index, type: undefined, missing: null }];
  });
}

function chosenColumns(table: LookupTable, config: LookupConfig, slots: SlotTable): readonly Output[] {
  return config.columns.map((chosen) => {
    const column = table.column(chosen.column);
    if (column < 0) throw new Misconfigured('LOOKUP_COLUMN', { message: chosen.column });
    const name = outputOf(chosen);
    return { name, slot: slots.slot(name), column, type: chosen.type, missing: defaultOf(chosen.default, chosen.type) };
  });
}

function defaultOf(text: string | undefined, type: FieldType | undefined): FieldValue {
  if (text === undefined) return null;
  const converted = convert(text, type ?? 'string', { base: 10 });
  if (!converted.ok) throw new Misconfigured('CONFIG_TYPE', { message: text });
  return converted.value;
}
