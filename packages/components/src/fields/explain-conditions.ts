import type { BatchView, Row } from '@acequia/batch';
import type { CheckedCondition, CompileContext, Step, Verdict } from '@acequia/component-sdk/runtime';
import {
  besideRun,
  compileCondition,
  compileExpression,
  ExpressionError,
  fieldsOf,
  singleTestsOf,
  type Expression,
  type FieldValue,
  type StoredExpression,
} from '@acequia/event';
import { createEnvironment } from './expressions.ts';

export interface PortCondition {
  readonly port: string;
  readonly condition: StoredExpression;
}

/**
 * How conditions come out for one event, each with its single tests and what they read. `first`: those behind the first one that holds
 * are not checked; nor are those behind one that cannot be evaluated, which refuses the event. Takes no steps of the run it explains,
 * and is compiled only once it is asked.
 */
export function explainConditions(
  conditions: readonly PortCondition[],
  { slots, clock }: Pick<CompileContext, 'slots' | 'clock'>,
  first: boolean,
): NonNullable<Step['explain']> {
  const environment = createEnvironment(slots);
  const context = { slot: (name: string) => slots.slot(name) };
  const compile = () => ({
    conditions: conditions.map(({ port, condition: { ast } }) => ({
      port,
      holds: compileCondition(ast, context),
      tests: singleTestsOf(ast).map((test) => compileCondition(test, context)),
    })),
    fields: fieldsIn(conditions.map(({ condition }) => condition.ast)).map((field) => ({
      field,
      read: compileExpression({ field }, context),
    })),
  });
  let compiled: ReturnType<typeof compile> | undefined;
  return (view: BatchView, row: Row) =>
    besideRun(() => {
      compiled ??= compile();
      const source = { get: (slot: number) => view.value(row, slot) };
      const env = environment(view, row, clock.now());
      const checked: CheckedCondition[] = [];
      for (const { port, holds, tests } of compiled.conditions) {
        const verdict = verdictOf(() => holds(source, env));
        checked.push({ port, holds: verdict, tests: tests.map((test) => verdictOf(() => test(source, env))) });
        if (verdict === undefined || (first && verdict)) break;
      }
      const values = compiled.fields.map(({ field, read }) => ({ field, value: valueOf(() => read.evaluate(source, env)) }));
      return { checked, values };
    });
}

const fieldsIn = (conditions: readonly Expression[]): readonly string[] => [...new Set(conditions.flatMap(fieldsOf))];

const verdictOf = (test: () => boolean): Verdict => valueOf(test);

function valueOf<T extends boolean | FieldValue>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
