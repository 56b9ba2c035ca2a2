import { List, typeOf, type FieldType, type FieldValue } from '@acequia/event';
import type { Operation, OperationContext, OperationRow } from './operations/operation.ts';
import { OperationFault } from './operations/operation.ts';
import { listOf } from './operations/read-values.ts';

/** An operation ready for values: null passes as null, lists are mapped where the operation says so, wrong types are faults. */
export function compileApply(
  operation: Operation,
  parameters: unknown,
  ctx: OperationContext,
): (value: FieldValue, row: OperationRow) => FieldValue {
  const apply = operation.compile(parameters, ctx);
  const accepted: ReadonlySet<FieldType> | undefined = operation.input === 'any' ? undefined : new Set(operation.input);
  const one = (value: FieldValue, row: OperationRow): FieldValue => {
    const type = typeOf(value);
    if (accepted !== undefined && type !== undefined && !accepted.has(type))
      throw new OperationFault('TYPE_INPUT', `${type} is not an input of this operation`);
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
