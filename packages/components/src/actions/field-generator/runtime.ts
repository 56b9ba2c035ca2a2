import { expectedOf, expecting, type Expected, convert, spendRun, stepsOf, Timestamp, valueToText, type FieldValue } from '@acequia/event';
import { Misconfigured, type ActionRuntime, type CompileContext } from '@acequia/component-sdk/runtime';
import {
  changeFields,
  constantCells,
  withFields,
  type BatchView,
  type FieldsChange,
  type Row,
  type SetField,
  type Slot,
} from '@acequia/batch';
import { forEachRow, sendingDone } from '../../fields/each-row.ts';
import { compileStoredExpression, createEnvironment } from '../../fields/expressions.ts';
import { compileFieldReader } from '../../fields/field-reader.ts';
import { fractionOf } from '../../fields/hash-fraction.ts';
import type { FieldGeneratorConfig, GeneratedField } from './config.ts';
import { Sequences } from './sequences.ts';
import { createUuidV7 } from './uuid-v7.ts';

/** Steps of making one value, beside those of its expression; of a new id. */
const makeSteps = 20;
const idSteps = 150;

type Make = (view: BatchView, row: Row, nowMs: number) => FieldValue;

class GeneratorFault extends Error {
  readonly code = 'TYPE_CONVERSION';
  readonly expected: Expected;
  constructor(expected: Expected) {
    super(expected.code);
    this.expected = expected;
  }
}

/** All or nothing: an event whose expression fails gets none of the fields. A sequence number taken for it stays unused. */
export const fieldGeneratorRuntime: ActionRuntime<FieldGeneratorConfig> = {
  compile: (config, ctx) => {
    const sequences = new Sequences(ctx.restored);
    const uuid = createUuidV7(ctx.random);
    const makers = config.fields.map((field) => ({
      slot: ctx.slots.slot(field.name),
      keep: field.ifExists === 'keep',
      make: makerOf(field, ctx, sequences, uuid),
    }));
    const port = ctx.port('default');
    const addMany = constantsOf(config, ctx);
    const before: (FieldValue | undefined)[] = [];
    return {
      step: (view, out) => {
        const nowMs = ctx.clock.now();
        const states = addMany?.(view, nowMs);
        if (states !== undefined && !states.includes(1)) return out.all(port);
        const work = (row: Row): void => {
          let done = 0;
          try {
            spendRun(makers.length * makeSteps);
            for (const { slot, keep, make } of makers) {
              before[done] = view.value(row, slot);
              if (!keep || before[done] === undefined) view.set(row, slot, make(view, row, nowMs));
              done += 1;
            }
          } catch (error) {
            for (let n = done - 1; n >= 0; n -= 1) putBack(view, row, makers[n]!.slot, before[n]);
            if (!(error instanceof GeneratorFault)) throw error;
            return out.reject(row, error.code, { expected: error.expected });
          }
          out.to(port, row);
        };
        forEachRow(view, out, work, sendingDone(out, port, states));
      },
      ...(config.fields.some(({ source }) => source === 'sequence') ? { snapshot: () => sequences.snapshot() } : {}),
    };
  },
};

/** Fields that are the same for all events of a batch, added to all rows at once; the states say which are left. Undefined: some field differs. */
function constantsOf(config: FieldGeneratorConfig, ctx: CompileContext): ((view: BatchView, nowMs: number) => Uint8Array) | undefined {
  const values: ((nowMs: number) => FieldValue)[] = [];
  for (const field of config.fields) {
    const value = constantOf(field, ctx);
    if (value === undefined) return undefined;
    values.push(value);
  }
  const set: readonly SetField[] = config.fields.map(({ name, ifExists }) => ({
    name,
    slot: ctx.slots.slot(name),
    keep: ifExists === 'keep',
  }));
  const change: FieldsChange = (fields) => withFields(fields, set);
  return (view, nowMs) => {
    const states = new Uint8Array(view.count);
    const cells = constantCells(
      view,
      values.map((value) => value(nowMs)),
    );
    changeFields(view, states, cells, change);
    return states;
  };
}

function constantOf(field: GeneratedField, ctx: CompileContext): ((nowMs: number) => FieldValue) | undefined {
  switch (field.source) {
    case 'literal': {
      const value = typed(need(field.literal), field);
      return () => value;
    }
    case 'now':
      return (nowMs) => new Timestamp(BigInt(nowMs) * 1_000_000n);
    case '_cluster':
      return () => ctx.cluster;
    case '_worker':
      return () => ctx.worker;
    default:
      return undefined;
  }
}

function putBack(view: BatchView, row: Row, slot: Slot, value: FieldValue | undefined): void {
  if (value === undefined) view.remove(row, slot);
  else view.set(row, slot, value);
}

function makerOf(field: GeneratedField, ctx: CompileContext, sequences: Sequences, uuid: (nowMs: number) => string): Make {
  switch (field.source) {
    case 'literal':
    case 'now':
    case '_cluster':
    case '_worker': {
      const constant = need(constantOf(field, ctx));
      return (_view, _row, nowMs) => constant(nowMs);
    }
    case 'expression': {
      const compiled = compileStoredExpression(need(field.expression), ctx.slots);
      const environment = createEnvironment(ctx.slots);
      return (view, row, nowMs) => typed(compiled.evaluate(view.at(row), environment(view, row, nowMs)), field);
    }
    case 'uuid-v7':
      return (_view, _row, nowMs) => {
        spendRun(idSteps);
        return uuid(nowMs);
      };
    case 'sequence':
      return () => sequences.take(field.name, field.start, field.step);
    case 'hash-bucket': {
      const read = compileFieldReader(need(field.field), ctx.slots);
      return (view, row) => {
        const value = read(view, row);
        return value === undefined || value === null ? null : Math.floor(fractionOf(valueToText(value)) * field.buckets);
      };
    }
  }
}

function typed(value: FieldValue, field: GeneratedField): FieldValue {
  if (field.type === undefined) return value;
  spendRun(stepsOf(value));
  const converted = convert(value, field.type, { base: 10 });
  if (!converted.ok)
    throw new GeneratorFault(
      expectedOf(field.name, expecting('EXPECTED_TYPE_FROM', { type: converted.error.to, from: converted.error.from })),
    );
  return converted.value;
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Misconfigured('CONFIG_REQUIRED');
  return value;
}
