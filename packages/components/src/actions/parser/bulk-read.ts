import {
  KeyedColumn,
  PatternColumn,
  withFields,
  type BatchView,
  type FieldsAfter,
  type RowStates,
  type SetField,
  type ShapeField,
} from '@acequia/batch';
import { scanPlanOf } from '@acequia/event';
import type { CompileContext } from '@acequia/component-sdk/runtime';
import type { ParserConfig } from './config.ts';
import type { Outputs } from './output-names.ts';

/** Reads what it can of a whole batch and writes its fields; the states say which rows are left to be read one by one. */
export type BulkRead = (view: BatchView) => RowStates;

/** The kernels' form of a parser, where there is one; undefined: all rows one by one. Fields come out as they do one by one. */
export function compileBulkRead(
  config: ParserConfig,
  outputs: Outputs,
  { slots, kernels }: Pick<CompileContext, 'slots' | 'kernels'>,
  removesSource: boolean,
): BulkRead | undefined {
  if (kernels === undefined) return undefined;
  const source = slots.slot(config.field);

  /** The fields of a row with these members read; undefined when one needs its value or has no name that may stay. */
  const change = (fields: readonly ShapeField[], members: readonly string[]): FieldsAfter | undefined => {
    const set: SetField[] = [];
    for (const member of members) {
      const name = outputs.nameOf(member);
      if (name === undefined || outputs.converts(member)) return undefined;
      set.push({ name, slot: slots.find(name) ?? -1, keep: !config.overwrite });
    }
    const after = withFields(fields, set);
    if (!removesSource || set.some(({ name }) => name === config.field)) return after;
    return { ...after, fields: after.fields.filter(({ name }) => name !== config.field) };
  };

  if (config.mode === 'pattern') {
    const plan = scanPlanOf(config.pattern ?? '');
    if (plan === undefined || plan.outputs.length === 0) return undefined;
    const column = new PatternColumn(kernels, plan, source);
    return (view) => column.read(view, (fields) => change(fields, plan.outputs));
  }
  const isPlainPairs = config.pairs === ' ' && config.values === '=' && config.quote === '"' && config.keys.length === 0;
  const form =
    config.mode === 'kv' && isPlainPairs ? 'parsed-pairs' : config.mode === 'json' && config.as === 'fields' ? 'json' : undefined;
  if (form === undefined) return undefined;
  const column = new KeyedColumn(kernels, form, source);
  return (view) => column.read(view, change);
}
