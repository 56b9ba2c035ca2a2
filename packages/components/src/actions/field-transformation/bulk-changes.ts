import {
  changeFields,
  constantCells,
  internalSlotCount,
  type BatchView,
  type ChangedField,
  type FieldsAfter,
  type RowStates,
  type ShapeField,
  type Slot,
  type SlotTable,
} from '@acequia/batch';
import { parsePath } from '@acequia/event';
import { outputOf, type FieldTransformationConfig } from './config.ts';
import { findOperation } from './operations/registry.ts';
import { matcherOf } from './wildcard.ts';

/** Makes the changes to all rows of a batch it can; the states say which are left as they were. */
export type BulkChanges = (view: BatchView) => RowStates;

interface Fields {
  readonly list: readonly ChangedField[];
  /** Places before of fields that must really be there. */
  readonly needs: readonly number[];
}
type Change = (fields: Fields) => Fields;

/** The new cell that copies of missing fields get. */
const nullCell = -1;

/** Steps that only name, copy or remove fields, for whole batches; undefined: some step looks at values, or at internal fields. */
export function compileBulkChanges(config: FieldTransformationConfig, slots: SlotTable): BulkChanges | undefined {
  const changes: Change[] = [];
  for (const step of config.steps) {
    const change = findOperation(step.operation)?.change?.(step.parameters);
    if (change === undefined) return undefined;
    if (change.do === 'remove' || change.do === 'keep') changes.push(without(matcherOf(change.names), change.do === 'remove'));
    else {
      if (!isPlainField(step.field)) return undefined;
      const output = outputOf(step);
      changes.push((change.do === 'rename' ? renamed : copied)(step.field, output, slots.slot(output)));
    }
  }
  const change = (before: readonly ShapeField[]): FieldsAfter => {
    let fields: Fields = { list: before.map(({ name, slot }, from) => ({ name, slot, from })), needs: [] };
    for (const apply of changes) fields = apply(fields);
    return { fields: fields.list, needs: fields.needs };
  };
  return (view) => {
    const states = new Uint8Array(view.count);
    changeFields(view, states, constantCells(view, [null]), change);
    return states;
  };
}

function isPlainField(field: string): boolean {
  const path = parsePath(field);
  return path.ok && path.value.names.length === 1 && path.value.steps.length === 0 && !field.startsWith('_');
}

const isInternal = ({ slot }: ChangedField): boolean => slot >= 0 && slot < internalSlotCount;

const without =
  (matches: (name: string) => boolean, removes: boolean): Change =>
  ({ list, needs }) => ({ list: list.filter((field) => isInternal(field) || matches(field.name) !== removes), needs });

/** As the view does it: what has the new name goes, the field stays at its place. */
const renamed =
  (from: string, to: string, slot: Slot): Change =>
  (fields) => {
    const found = from === to ? undefined : fields.list.find(({ name }) => name === from);
    if (found === undefined) return fields;
    const list = fields.list.filter(({ name }) => name !== to).map((field) => (field === found ? { ...field, name: to, slot } : field));
    return { list, needs: needing(fields, found) };
  };

const copied =
  (from: string, to: string, slot: Slot): Change =>
  (fields) => {
    const found = fields.list.find(({ name }) => name === from);
    const cell = found?.from ?? nullCell;
    const known = fields.list.some(({ name }) => name === to);
    const list = known
      ? fields.list.map((field) => (field.name === to ? { ...field, from: cell } : field))
      : [...fields.list, { name: to, slot, from: cell }];
    return { list, needs: found === undefined ? fields.needs : needing(fields, found) };
  };

const needing = ({ needs }: Fields, { from }: ChangedField): readonly number[] => (from < 0 ? needs : [...needs, from]);
