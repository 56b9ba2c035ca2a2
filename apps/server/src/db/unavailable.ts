import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { ConnectionFailed } from './prompt-client.ts';

export type DatabaseOutage = 'ACQ-DATABASE-UNAVAILABLE' | 'ACQ-DATABASE-FULL' | 'ACQ-BUSY';

/** SQLSTATE classes and codes (PostgreSQL, appendix A) of a server that cannot serve now: lost connections, too few resources, shutdown, crash recovery, a standby. */
const unavailable = /^(08...|53[234]..|57P0[1235]|58...|25006|XX001|XX002)$/;
const diskFull = '53100';
/** A lock was not free in the time that is given to it (`lock_timeout`). */
const lockTaken = '55P03';

/** Why the database could not do what was asked, when it can do so later; undefined for every other error. */
export function databaseOutage(error: unknown): DatabaseOutage | undefined {
  if (error instanceof ConnectionFailed) return outageOf(error.cause) ?? 'ACQ-DATABASE-UNAVAILABLE';
  if (error instanceof DrizzleQueryError) return error.cause instanceof DatabaseError ? outageOf(error.cause) : lostConnection(error.cause);
  return outageOf(error);
}

/** A page or an index that the database cannot read, more than it can take at once, or a lock of one tenant: it may be that of a few rows alone. */
const ofRows = /^(58030|XX00[12]|53200|55P03)$/;

/** Whether an outage may be one of the rows that were asked for, while all others can be read. */
export const mayBeOfRows = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError && ofRows.test(cause.code ?? '');
};

function outageOf(error: unknown): DatabaseOutage | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === diskFull) return 'ACQ-DATABASE-FULL';
  if (error.code === lockTaken) return 'ACQ-BUSY';
  return unavailable.test(error.code ?? '') ? 'ACQ-DATABASE-UNAVAILABLE' : undefined;
}

/** The driver fails a statement itself when its connection ends, or when it cannot encode a parameter, which is a TypeError or RangeError. */
const lostConnection = (cause: unknown): DatabaseOutage | undefined => {
  if (cause instanceof ConnectionFailed) return databaseOutage(cause);
  const defect =
    cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError || cause instanceof ReferenceError;
  return cause instanceof Error && !defect && cause.name === 'Error' ? 'ACQ-DATABASE-UNAVAILABLE' : undefined;
};
