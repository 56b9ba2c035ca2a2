import { AppError } from '@acequia/base';
import { storedExpressionSchema, type StoredExpression } from '@acequia/event';

/** A stored condition of catalogue 4; ACQ-CONFIG when it is none. */
export function readCondition(input: unknown): StoredExpression {
  const parsed = storedExpressionSchema.safeParse(input);
  if (!parsed.success) throw new AppError('ACQ-CONFIG', { fields: { condition: parsed.error.issues[0]?.path.join('.') ?? '' } });
  return parsed.data;
}
