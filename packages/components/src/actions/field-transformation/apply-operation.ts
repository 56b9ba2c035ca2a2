import { expecting, List, spendRun, stepsOf, typeOf, type FieldType, type FieldValue } from '@acequia/event';
import type { Operation, OperationContext, OperationRow } from './operations/operation.ts';
import { OperationFault } from './operations/operation.ts';
import { listOf } from './operations/read-values.ts';

/**
 * An operation ready for values: null passes as null, lists are mapped where the operation says so, wrong types are faults. What it
 * takes counts among the steps of the run; throws `EXPR_LIMIT` when it has none left.
 */
export function compileApply(
  operation: Operation,
  parameters: unknown,
  ctx: OperationContext,
): (value: FieldValue, row: OperationRow) => FieldValue {
  const apply = operation.compile(parameters, ctx);
  const { cost = 1, applySteps = 20 } = operation;
  const accepted: ReadonlySet<FieldType> | undefined = operation.input === 'any' ? undefined : new Set(operation.input);
  const one = (value: FieldValue, row: OperationRow): FieldValue => {
    const type = typeOf(value);
    if (accepted !== undefined && type !== undefined && !accepted.has(type))
      throw new OperationFault('TYPE_INPUT', expecting('EXPECTED_OTHER_TYPE', { type }));
    spendRun(applySteps + stepsOf(value) * cost + (row.others.length === 0 ? 0 : stepsOfAll(row.others)));
    return apply(value, row);
  };
  return (value, row) => {
    if (value === null && operation.takesNull !== true) return null;
    if (operation.maps && value instanceof List)
      return listOf(
        value.items.map((item) => one(item, row)),
        value.of,
      );
    return one(value, row);
  };
}

function stepsOfAll(values: readonly FieldValue[]): number {
  let sum = 0;
  for (const value of values) sum += stepsOf(value);
  return sum;
}
