import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';

/** Name of the constraint a failed statement broke (unique 23505, foreign key 23503, check 23514); undefined for other errors. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof DatabaseError) || !['23505', '23503', '23514'].includes(cause.code ?? '')) return undefined;
  return cause.constraint ?? '';
}
