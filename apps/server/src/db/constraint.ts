import { AppError } from '@acequia/base';
import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';

/** Name of the constraint a failed statement broke (unique 23505, foreign key 23503, check 23514); undefined for other errors. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof DatabaseError) || !['23505', '23503', '23514'].includes(cause.code ?? '')) return undefined;
  return cause.constraint ?? '';
}

/** For a failed write: the constraint on names becomes the error with `code`, anything else stays what it is. */
export const nameTaken =
  (constraint: string, code: string) =>
  (error: unknown): never => {
    if (brokenConstraint(error) === constraint) throw new AppError(code, { cause: error, fields: { name: 'taken' } });
    throw error;
  };
