import { AppError, isAppError, type Log } from '@acequia/base';
import { momentFaults } from '@acequia/base/bounded';
import { errorCodes, fieldCode, isErrorCode, type ErrorCode } from '@acequia/contract';
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

/** `hint`: a sentence after the message. */
function wire(code: ErrorCode, fields: Readonly<Record<string, string | number>> = {}, hint = ''): ORPCError<string, unknown> {
  const message = `${messageOf(code, fields)}${hint}`;
  return new ORPCError(code, { status: errorCodes[code].status, message, data: { fields: { ...fields } } });
}

/** For whoever gives a moment as a text: that, and as what, it is to be given as a number. */
function momentHint(fields: Readonly<Record<string, string>>): string {
  const [wrong] = Object.entries(fields).filter(([, fault]) => isMomentFault(fault));
  return wrong ? ` "${wrong[0]}" is given as a whole number: ${wrong[1].replace('expected_', '')} since 1970 (UTC).` : '';
}
const isMomentFault = (text: string | undefined): boolean => momentFaults.some((fault) => fault === text);

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
  const body = bodyOf(code, isAppError(error) && error.code === code ? error.fields : {});
  const { status } = body;
  const seconds = retryAfterSeconds(status);
  if (seconds !== undefined) void reply.header('retry-after', String(seconds));
  return reply.code(status).send(reply.request.url.startsWith('/rpc/') ? { json: body } : body);
}

/** What an error looks like where no operation is known. */
export function bodyOf(code: ErrorCode, fields: Readonly<Record<string, string | number>> = {}) {
  return { defined: true, code, status: errorCodes[code].status, message: messageOf(code, fields), data: { fields: { ...fields } } };
}

function codeAround(error: unknown): ErrorCode {
  if (isAppError(error) && isErrorCode(error.code)) return error.code;
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode === 413) return 'ACQ-TOO-LARGE';
  return statusCode < 500 ? 'WEB-00022' : 'WEB-00000';
}

interface Issue {
  readonly code?: string;
  readonly message?: string;
  /** Of `custom`: what a check of our own found. */
  readonly params?: { readonly fault?: string };
  /** Of `too_small`: the least it may be. */
  readonly minimum?: number | bigint;
  /** Of `invalid_union`: what is wrong with the value as each of the alternatives; paths begin at the value. */
  readonly errors?: readonly (readonly Issue[])[];
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The field of what is wrong with an input as a whole. */
const wholeInput = 'body';

/** A body that is no object, or no JSON at all. */
export const refusedBody = (fault: 'invalid_type' | 'invalid_format', cause?: unknown): AppError =>
  new AppError('WEB-00022', { cause, fields: { [wholeInput]: fault } });

/** Fields name what is wrong where. */
function invalidInput({ issues, data }: ValidationError, noun: string): ORPCError<string, unknown> {
  const found = (issues as readonly Issue[]).flatMap((issue) => inside(issue, data));
  const fields: Record<string, string> = {};
  for (const issue of found.slice(0, 20)) fields[pathOf(issue).join('.') || wholeInput] ??= faultOf(issue);
  const [first] = found;
  const isThere = (memberAt(data, pathOf(first)) ?? null) !== null;
  const fault = isThere && first?.code === 'invalid_type' ? 'wrong_type' : faultOf(first);
  return wire(fieldCode(noun, pathOf(first), fault, first?.minimum === 1), fields, momentHint(fields));
}

/**
 * What is wrong inside of a value that is none of the alternatives of a union: as the alternative that it was meant to be, which is the one
 * that misses or does not know the fewest members of it. The issue itself where that says no more.
 */
function inside(issue: Issue, input: unknown): Issue[] {
  if (issue.code !== 'invalid_union' || !issue.errors) return [issue];
  const moment = issue.errors.flat().find(({ message, path }) => (path ?? []).length === 0 && isMomentFault(message));
  if (moment) return [{ ...moment, path: issue.path }];
  const at = issue.path ?? [];
  const value = memberAt(input, pathOf(issue));
  const unlike = (faults: readonly Issue[]) =>
    faults.filter((fault) => fault.code === 'unrecognized_keys' || memberAt(value, pathOf(fault)) === undefined).length;
  const depth = ([first]: readonly Issue[]) => first?.path?.length ?? 0;
  const [meant] = issue.errors.toSorted((a, b) => unlike(a) - unlike(b) || depth(b) - depth(a));
  if (!meant || depth(meant) === 0) return [issue];
  return meant.flatMap((fault) => inside({ ...fault, path: [...at, ...(fault.path ?? [])] }, input));
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  let member = value;
  for (const key of path) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, key)) return undefined;
    member = (member as Readonly<Record<string, unknown>>)[key];
  }
  return member;
}

const pathOf = (issue: Issue | undefined): string[] =>
  (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));

/** zod's issue code (`too_small`, `invalid_format` …), or the name that a check of our own gives. */
const faultOf = (issue: Issue | undefined): string =>
  issue?.params?.fault ?? (isMomentFault(issue?.message) ? issue?.message : issue?.code) ?? 'invalid';
