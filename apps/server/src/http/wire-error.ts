import { isAppError, type Log } from '@acequia/base';
import { errorCodes, isErrorCode, type ErrorCode } from '@acequia/contract';
import { ORPCError, ValidationError } from '@orpc/server';
import { databaseOutage } from '../db/unavailable.ts';

/** What leaves the server of an error: a code of the catalogue, its status and the fields; never a message, a cause or `internal`. */
export function toWireError(error: unknown, path: readonly string[], log: Log): ORPCError<string, unknown> {
  if (isAppError(error) && isErrorCode(error.code)) return wire(error.code, error.fields);
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') return invalidInput(error.cause, path[0] ?? '');
    if (isErrorCode(error.code)) return error;
    if (error.status === 413) return wire('ACQ-TOO-LARGE');
    if (error.status >= 400 && error.status < 500) return wire('WEB-00022');
  }
  const outage = databaseOutage(error);
  if (outage) return wire(outage);
  log.error({ error, operation: path.join(':') }, 'an operation failed unexpectedly');
  return wire('WEB-00000');
}

function wire(code: ErrorCode, fields: Readonly<Record<string, string | number>> = {}): ORPCError<string, unknown> {
  return new ORPCError(code, { status: errorCodes[code].status, message: code, data: { fields: { ...fields } } });
}

interface Issue {
  readonly message: string;
  /** Of `too_small`: the least it may be. */
  readonly minimum?: number | bigint;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The specification has codes of its own for some fields (section 8); the rest is WEB-00022. Fields name what is wrong where. */
function invalidInput(error: ValidationError, noun: string): ORPCError<string, unknown> {
  const issues = error.issues as readonly Issue[];
  const fields: Record<string, string> = {};
  for (const issue of issues.slice(0, 20)) fields[pathOf(issue).join('.')] ??= faultOf(issue);
  return wire(codeOf(pathOf(issues[0]), faultOf(issues[0]), noun, issues[0]?.minimum === 1), fields);
}

function codeOf(path: readonly string[], fault: string, noun: string, empty: boolean): ErrorCode {
  switch (path[0]) {
    case 'name':
      return fault === 'too_small' || fault === 'invalid_type' ? 'WEB-00032' : 'WEB-00022';
    case 'tags':
      if (path.length > 1 && empty) return 'WEB-00018';
      return path.length > 1 && fault === 'too_small' ? shortTag(noun) : 'WEB-00022';
    case 'description':
      return fault === 'invalid_type' ? 'WEB-00028' : 'WEB-00022';
    case 'expirationDate':
      return 'WEB-00029';
    case 'value':
      return fault === 'invalid_type' ? 'WEB-00030' : 'WEB-00022';
    default:
      return 'WEB-00022';
  }
}

/** The specification has three codes for the same fault (section 8); docs/decisions.md says which is whose. */
function shortTag(noun: string): ErrorCode {
  switch (noun) {
    case 'pipelines':
      return 'WEB-12007';
    case 'secrets':
      return 'WEB-00019';
    default:
      return 'WEB-00024';
  }
}

const pathOf = (issue: Issue | undefined): string[] =>
  (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));

/** zod's issue code (`too_small`, `invalid_format` …). */
const faultOf = (issue: Issue | undefined): string => (issue && 'code' in issue && typeof issue.code === 'string' ? issue.code : 'invalid');
