import { AppError, isAppError } from '@acequia/base';
import type { OperationMeta } from '@acequia/contract';
import { recordActivity } from '../modules/activity/activity.service.ts';
import type { Along } from '../db/database.ts';
import type { ActiveSession } from '../modules/auth/sessions.ts';
import type { TenantScope } from '../tenant-scope.ts';
import type { RequestContext } from './request-context.ts';

export interface Call<I> {
  readonly context: RequestContext;
  readonly input: I;
  readonly procedure: { readonly '~orpc': { readonly meta: unknown } };
}

export function sessionOf(context: RequestContext): ActiveSession {
  if (!context.session) throw new AppError('AUTH.REQUIRED');
  return context.session;
}

/**
 * A handler that works in one transaction of the session's tenant. With `activity` in the contract the row is written in the same
 * transaction; a refusal rolls back and leaves a row with its code.
 */
export function inTenant<I, O>(run: (scope: TenantScope, input: I, session: ActiveSession) => Promise<O>): (call: Call<I>) => Promise<O> {
  return async ({ context, input, procedure }) => {
    const session = sessionOf(context);
    const meta = procedure['~orpc'].meta as OperationMeta;
    const now = context.clock.now();
    const subject = { name: nameOf(input), operation: meta.activity?.operation ?? '' };
    try {
      const output = await context.database.withTenant(session.tenantId, async (tx) => {
        const name = (what: string, operation = subject.operation) => Object.assign(subject, { name: what, operation });
        const result = await run({ tenantId: session.tenantId, userId: session.user.id, tx, now, subject: name }, input, session);
        const { operation } = subject;
        if (meta.activity) await recordActivity(tx, { session, ip: context.ip }, { ...meta.activity, operation }, subject.name, now);
        return result;
      });
      if (meta.changes.length > 0) context.committed();
      return output;
    } catch (error) {
      if (isAppError(error)) await recordRefusal(context, meta, subject.name, error.code);
      throw error;
    }
  };
}

/**
 * A handler that changes what belongs to no tenant: the account of who calls, or the installation. It holds no transaction of the tenant
 * meanwhile: `run` calls `along` in the transaction of its change, so that the change and its activity row stand or fall together. A
 * refusal leaves a row with its code. `subject`: what the row names; absent: the account.
 */
export function ofSystem<I, O>(
  run: (session: ActiveSession, input: I, along: Along) => Promise<O>,
  subject?: string,
): (call: Call<I>) => Promise<O> {
  return async ({ context, input, procedure }) => {
    const session = sessionOf(context);
    const meta = procedure['~orpc'].meta as OperationMeta;
    const name = subject ?? session.user.email;
    try {
      const output = await run(session, input, async (tx) => {
        if (meta.activity) await recordActivity(tx, { session, ip: context.ip }, meta.activity, name, context.clock.now());
      });
      if (meta.changes.length > 0) context.committed();
      return output;
    } catch (error) {
      if (isAppError(error)) await recordRefusal(context, meta, name, error.code);
      throw error;
    }
  };
}

/** The activity row of a change that was refused. */
export async function recordRefusal(context: RequestContext, meta: OperationMeta, name: string, code: string): Promise<void> {
  const { session } = context;
  const event = meta.activity;
  if (!event || !session) return;
  await context.database.withTenant(session.tenantId, (tx) =>
    recordActivity(tx, { session, ip: context.ip }, event, name, context.clock.now(), code),
  );
}

export function nameOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const { name, id } = input as { readonly name?: unknown; readonly id?: unknown };
  return printable(typeof name === 'string' ? name : typeof id === 'string' ? id : '');
}

/** Id of the thing whose events a call asks for; not looked at yet, as above. */
export function thingOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const { listenerId, pipelineId, id } = input as Readonly<Record<string, unknown>>;
  return printable([listenerId, pipelineId, id].find((each) => typeof each === 'string') ?? '');
}

const subjectCharsMax = 128;

/** A refused call's name was not looked at yet: it may be of any length, and hold what a database does not. */
const printable = (text: string): string =>
  text
    .slice(0, subjectCharsMax)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd');
