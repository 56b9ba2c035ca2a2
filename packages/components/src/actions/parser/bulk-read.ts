import {
  createPatternColumn,
  createRegexColumn,
  KeyedColumn,
  withFields,
  type BatchView,
  type FieldsAfter,
  type FieldsChange,
  type RegexGroupKind,
  type RowStates,
  type SetField,
  type ShapeField,
} from '@acequia/batch';
import { compileRegex, onePassOf, scanPlanOf, type FieldType } from '@acequia/event';
import type { CompileContext } from '@acequia/component-sdk/runtime';
import type { ParserConfig } from './config.ts';
import type { Outputs } from './output-names.ts';

/** Reads what it can of a whole batch and writes its fields; the states say which rows are left to be read one by one. */
export type BulkRead = (view: BatchView) => RowStates;

/** Types a group may get that the kernel can give. */
const groupKinds: ReadonlyMap<FieldType, RegexGroupKind> = new Map([
  ['string', 'text'],
  ['integer', 'integer'],
]);

/** The kernels' form of a parser, where there is one; undefined: all rows one by one. Fields come out as they do one by one. */
export function compileBulkRead(
  config: ParserConfig,
  outputs: Outputs,
  { slots, kernels }: Pick<CompileContext, 'slots' | 'kernels'>,
  removesSource: boolean,
): BulkRead | undefined {
  if (kernels === undefined) return undefined;
  const source = slots.slot(config.field);

  /** The fields of a row with these members read; undefined when one has no name that may stay. */
  const named = (fields: readonly ShapeField[], members: readonly string[]): FieldsAfter | undefined => {
    const set: SetField[] = [];
    for (const member of members) {
      const name = outputs.nameOf(member);
      if (name === undefined) return undefined;
      set.push({ name, slot: slots.find(name) ?? -1, keep: !config.overwrite });
    }
    const after = withFields(fields, set);
    if (!removesSource || set.some(({ name }) => name === config.field)) return after;
    return { ...after, fields: after.fields.filter(({ name }) => name !== config.field) };
  };
  /** Undefined also when one needs its value. */
  const change = (fields: readonly ShapeField[], members: readonly string[]): FieldsAfter | undefined =>
    members.some((member) => outputs.typeOf(member) !== undefined) ? undefined : named(fields, members);

  if (config.mode === 'pattern') {
    const wanted = new Map(
      config.outputs.flatMap(({ name, type, timeFormat }) => (type === undefined ? [] : [[name, { type, timeFormat }]])),
    );
    const plan = scanPlanOf(config.pattern ?? '', { tz: config.timezone, wanted: (name) => wanted.get(name) });
    if (plan === undefined || plan.outputs.length === 0) return undefined;
    const column = createPatternColumn(kernels, plan, source);
    const give: FieldsChange = (fields) => named(fields, plan.outputs);
    return (view) => column.read(view, give);
  }
  if (config.mode === 'regex') {
    const regex = compileRegex(config.regex ?? '');
    const plan = regex.ok ? onePassOf(config.regex ?? '', regex.value.names.keys()) : undefined;
    const kinds = plan?.outputs.map((output) => groupKinds.get(outputs.typeOf(output) ?? 'string'));
    if (plan === undefined || kinds === undefined || !kinds.every((kind) => kind !== undefined)) return undefined;
    const column = createRegexColumn(kernels, plan, kinds, source);
    const give: FieldsChange = (fields) => named(fields, plan.outputs);
    return column && ((view) => column.read(view, give));
  }
  const isPlainPairs = config.pairs === ' ' && config.values === '=' && config.quote === '"' && config.keys.length === 0;
  const form =
    config.mode === 'kv' && isPlainPairs ? 'parsed-pairs' : config.mode === 'json' && config.as === 'fields' ? 'json' : undefined;
  if (form === undefined) return undefined;
  const column = new KeyedColumn(kernels, form, source);
  return (view) => column.read(view, change);
}
