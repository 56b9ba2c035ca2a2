import { isAppError, type Log } from '@acequia/base';
import { errorCodes, isErrorCode, type ErrorCode } from '@acequia/contract';
import { errorText } from '@acequia/contract/error-texts';
import { ORPCError, ValidationError } from '@orpc/server';
import type { FastifyReply } from 'fastify';
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
  return new ORPCError(code, { status: errorCodes[code].status, message: messageOf(code, fields), data: { fields: { ...fields } } });
}

/** For whoever calls the API without the console, which has the texts of both languages itself. */
export function messageOf(code: ErrorCode, fields: Readonly<Record<string, string | number>> = {}): string {
  const { title, text } = errorText(code, 'en', fields);
  return `${title}. ${text}`;
}

/** How long who was refused waits before the next attempt; undefined where another one cannot help by itself. */
export function retryAfterSeconds(status: number): number | undefined {
  return status === 429 ? 1 : status === 503 ? 5 : undefined;
}

/** For what fails around an operation: a body that is no JSON or too large, calls beyond the budget, a page that cannot be made. */
export function refuse(reply: FastifyReply, error: unknown, log: Log): FastifyReply {
  const code = databaseOutage(error) ?? codeAround(error);
  if (code === 'WEB-00000') log.error({ error }, 'a request failed unexpectedly');
  const { status } = errorCodes[code];
  const body = { defined: true, code, status, message: messageOf(code), data: { fields: {} } };
  const seconds = retryAfterSeconds(status);
  if (seconds !== undefined) void reply.header('retry-after', String(seconds));
  return reply.code(status).send(reply.request.url.startsWith('/rpc/') ? { json: body } : body);
}

function codeAround(error: unknown): ErrorCode {
  if (isAppError(error) && isErrorCode(error.code)) return error.code;
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode === 413) return 'ACQ-TOO-LARGE';
  return statusCode < 500 ? 'WEB-00022' : 'WEB-00000';
}

interface Issue {
  readonly code?: string;
  /** Of `custom`: what a check of our own found. */
  readonly params?: { readonly fault?: string };
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
  const missing = fault === 'too_small' || fault === 'invalid_type';
  switch (path[0]) {
    case 'name':
      return missing ? 'WEB-00032' : 'WEB-00022';
    case 'tags':
      if (path.length > 1 && empty) return 'WEB-00018';
      return path.length > 1 && fault === 'too_small' ? shortTag(noun) : 'WEB-00022';
    case 'description':
      return missing ? 'WEB-00028' : 'WEB-00022';
    case 'expirationDate':
      return fault === 'invalid_type' ? 'WEB-00029' : 'WEB-00022';
    case 'value':
      return missing ? 'WEB-00030' : 'WEB-00022';
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

/** zod's issue code (`too_small`, `invalid_format` …), or the name that a check of our own gives. */
const faultOf = (issue: Issue | undefined): string => issue?.params?.fault ?? issue?.code ?? 'invalid';
