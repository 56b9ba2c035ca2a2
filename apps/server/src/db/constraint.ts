import { AppError } from '@acequia/base';
import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';

/** Name of the constraint a failed statement broke (unique 23505, foreign key 23503, check 23514); undefined for other errors. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = causeOf(error);
  return cause && ['23505', '23503', '23514'].includes(cause.code ?? '') ? (cause.constraint ?? '') : undefined;
}

/** A tenant was removed while something of it was written. */
export class TenantGone extends Error {
  override readonly name = 'TenantGone';
  readonly tenantId: string;

  constructor(tenantId: string, cause: unknown) {
    super(`the tenant ${tenantId} was removed meanwhile`, { cause });
    this.tenantId = tenantId;
  }
}

/** Throws what failed inside a tenant: `TenantGone` where that was removed, else the error itself. */
export function rethrowInTenant(error: unknown, tenantId: string): never {
  const cause = causeOf(error);
  const isGone = cause?.code === '23503' && cause.constraint === `${cause.table}_tenant_id_fkey`;
  throw isGone ? new TenantGone(tenantId, error) : error;
}

function causeOf(error: unknown): DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : undefined;
}

/** For a failed write: the constraint on names becomes the error with `code`, anything else stays what it is. */
export const nameTaken =
  (constraint: string, code: string) =>
  (error: unknown): never => {
    if (brokenConstraint(error) === constraint) throw new AppError(code, { cause: error, fields: { name: 'taken' } });
    throw error;
  };
