import type { BatchView, Row, SlotTable } from '@acequia/batch';
import type { FieldValue } from '@acequia/event';
import { compileFieldReader, type FieldReader } from './field-reader.ts';

/** A field by reference, and the name it is written under. */
export interface ChosenField {
  readonly field: string;
  /** Absent: the reference itself. */
  readonly name?: string | undefined;
}

export interface NamedReader {
  readonly name: string;
  readonly read: FieldReader;
}

export function nameOfChosen({ field, name }: ChosenField): string {
  return name ?? field;
}

export function compileChosen(fields: readonly ChosenField[], slots: SlotTable): readonly NamedReader[] {
  return fields.map((field) => ({ name: nameOfChosen(field), read: compileFieldReader(field.field, slots) }));
}

/** Calls back for each field that is written: all user fields in their order, or the chosen ones. */
export type VisitFields = (view: BatchView, row: Row, visit: (name: string, value: FieldValue) => void) => void;

export const visitAll: VisitFields = (view, row, visit) => view.forEachField(row, (name, _slot, read) => visit(name, read()));

export const visitChosen =
  (readers: readonly NamedReader[]): VisitFields =>
  (view, row, visit) => {
    for (const { name, read } of readers) visit(name, read(view, row) ?? null);
  };
