import type { BatchView, Row, Slot } from '@acequia/batch';
import { chargeRun, parsePath, readingsOf, walkValue, type FieldValue, type PathStep } from '@acequia/event';
import { Misconfigured, type ActionRuntime, type CompileContext } from '@acequia/component-sdk/runtime';
import { faultSteps, forEachRow, sendingDone } from '../../fields/each-row.ts';
import { compileApply } from './apply-operation.ts';
import { compileBulkChanges } from './bulk-changes.ts';
import { outputOf, type FieldTransformationConfig, type TransformationStep } from './config.ts';
import { OperationFault, type OperationRow } from './operations/operation.ts';
import { findOperation } from './operations/registry.ts';
import { RowChanges } from './row-changes.ts';
import { matcherOf } from './wildcard.ts';

/** Steps of comparing one name with one that is given. */
const nameSteps = 3;

/** Runs on one event; throws `OperationFault` where the step says `onFail: error`. */
type RunStep = (view: BatchView, row: Row, changes: RowChanges) => void;

/** All or nothing per event: steps before one that fails with `error` are undone. */
export const fieldTransformationRuntime: ActionRuntime<FieldTransformationConfig> = {
  compile: (config, ctx) => {
    const steps = config.steps.map((step, index) => compileTransformation(step, index, ctx));
    const changes = new RowChanges();
    const changeMany = compileBulkChanges(config, ctx);
    const port = ctx.port('default');
    return {
      step: (view, out) => {
        const states = changeMany?.(view);
        if (states !== undefined && !states.includes(1)) return out.all(port);
        const work = (row: Row): void => {
          changes.clear();
          try {
            for (const step of steps) step(view, row, changes);
          } catch (error) {
            if (!(error instanceof OperationFault)) throw error;
            return out.reject(row, error.code, error.expected && { expected: error.expected });
          }
          changes.write(view, row);
          out.to(port, row);
        };
        forEachRow(view, out, work, sendingDone(out, port, states));
      },
    };
  },
};

function compileTransformation(step: TransformationStep, index: number, ctx: CompileContext): RunStep {
  const operation = findOperation(step.operation);
  if (operation === undefined) throw new Misconfigured('CONFIG_OPERATION', { message: step.operation });
  const change = operation.change?.(step.parameters);
  if (change?.do === 'remove' || change?.do === 'keep') {
    const structural = { do: change.do, matches: matcherOf(change.names), steps: change.names.length * nameSteps } as const;
    return (_view, _row, changes) => changes.add(structural);
  }
  const read = readerOf(step.field, ctx);
  const to = ctx.slots.slot(outputOf(step));
  if (change?.do === 'rename') {
    const from = ctx.slots.slot(step.field);
    return (view, row, changes) => {
      if (from !== to && changes.has(view, row, from)) changes.add({ do: 'rename', from, to });
    };
  }
  const others = operation.references(step.parameters).map((reference) => readerOf(reference, ctx));
  const apply = compiled(() => compileApply(operation, step.parameters, { secret: (reference) => ctx.secret(reference) }), index);
  const received = ctx.slots.slot('_received');
  return (view, row, changes) => {
    const value = read(view, row, changes) ?? null;
    const about: OperationRow = {
      others: others.map((other) => other(view, row, changes) ?? null),
      id: () => view.id(row),
      receivedNs: () => view.time(row, received) ?? BigInt(ctx.clock.now()) * 1_000_000n,
    };
    changes.add({ do: 'set', slot: to, value: attempt(() => apply(value, about), step.onFail, value) });
  };
}

function attempt(apply: () => FieldValue, onFail: TransformationStep['onFail'], value: FieldValue): FieldValue {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof OperationFault)) throw error;
    chargeRun(faultSteps);
    if (onFail === 'error') throw error;
    return onFail === 'null' ? null : value;
  }
}

function compiled<T>(compile: () => T, index: number): T {
  try {
    return compile();
  } catch (error) {
    if (error instanceof OperationFault)
      throw new Misconfigured('CONFIG_OPERATION', { message: `${index + 1}: ${error.expected?.code ?? error.code}` }, error);
    throw error;
  }
}

type ReadChanged = (view: BatchView, row: Row, changes: RowChanges) => FieldValue | undefined;

/** A reference as later steps see it. */
function readerOf(reference: string, ctx: CompileContext): ReadChanged {
  const parsed = parsePath(reference);
  if (!parsed.ok) throw new Misconfigured('CONFIG_REFERENCE', { message: reference });
  const readings: readonly { slot: Slot; steps: readonly PathStep[] }[] = readingsOf(parsed.value).map(({ field, steps }) => ({
    slot: ctx.slots.slot(field),
    steps,
  }));
  return (view, row, changes) => {
    for (const { slot, steps } of readings) {
      const value = changes.read(view, row, slot);
      if (value !== undefined) return walkValue(value, steps);
    }
    return undefined;
  };
}
