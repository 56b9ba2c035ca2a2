import {
  ChangedTexts,
  changeFields,
  constantCells,
  internalSlotCount,
  type BatchView,
  type ChangedField,
  type FieldsAfter,
  type RowStates,
  type ShapeField,
  type Slot,
  type TextChange,
} from '@acequia/batch';
import type { CompileContext } from '@acequia/component-sdk/runtime';
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
/** The new cell of the first changed text; others follow downwards. */
const firstText = -2;

/** The text of a field of the event as it came, and what is done to it in turn. */
interface Changed {
  readonly field: string;
  readonly changes: readonly TextChange[];
}

/**
 * Steps that name, copy or remove fields, or make plain changes to their texts, for whole batches. Undefined: some step looks at other
 * values or internal fields, or at a text that a step before has moved.
 */
export function compileBulkChanges(
  config: FieldTransformationConfig,
  { slots, kernels }: Pick<CompileContext, 'slots' | 'kernels'>,
): BulkChanges | undefined {
  const changes: Change[] = [];
  const texts: Changed[] = [];
  /** What fields hold that were given a changed text. */
  const holding = new Map<string, Changed>();
  const moved: ((name: string) => boolean)[] = [];
  for (const step of config.steps) {
    const operation = findOperation(step.operation);
    const change = operation?.change?.(step.parameters);
    if (change?.do === 'remove' || change?.do === 'keep') {
      const matches = matcherOf(change.names);
      changes.push(without(matches, change.do === 'remove'));
      moved.push((name) => matches(name) === (change.do === 'remove'));
      continue;
    }
    if (!isPlainField(step.field)) return undefined;
    const output = outputOf(step);
    if (change !== undefined) {
      changes.push((change.do === 'rename' ? renamed : copied)(step.field, output, slots.slot(output)));
      moved.push((name) => name === output || (change.do === 'rename' && name === step.field));
      continue;
    }
    const ascii = operation?.ascii(step.parameters);
    if (ascii === undefined || kernels === undefined || moved.some((has) => has(step.field))) return undefined;
    const before = holding.get(step.field) ?? { field: step.field, changes: [] };
    const text = { field: before.field, changes: [...before.changes, ascii] };
    holding.set(output, text);
    changes.push(given(output, slots.slot(output), firstText - texts.length));
    texts.push(text);
  }
  const change = (before: readonly ShapeField[]): FieldsAfter => {
    let fields: Fields = { list: before.map(({ name, slot }, from) => ({ name, slot, from })), needs: [] };
    for (const apply of changes) fields = apply(fields);
    return { fields: fields.list, needs: fields.needs };
  };
  if (texts.length > 0) {
    const changed = new ChangedTexts(
      kernels!,
      texts.map((text) => ({ slot: slots.slot(text.field), changes: text.changes })),
    );
    return (view) => changed.change(view, change);
  }
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
    const { list } = given(to, slot, cell)(fields);
    return { list, needs: found === undefined ? fields.needs : needing(fields, found) };
  };

/** The field gets a new cell, at its place or behind the others. */
const given =
  (name: string, slot: Slot, from: number): Change =>
  ({ list, needs }) => ({
    list: list.some((field) => field.name === name)
      ? list.map((field) => (field.name === name ? { ...field, from } : field))
      : [...list, { name, slot, from }],
    needs,
  });

const needing = ({ needs }: Fields, { from }: ChangedField): readonly number[] => (from < 0 ? needs : [...needs, from]);
