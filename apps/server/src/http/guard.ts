import { AppError, type Log } from '@acequia/base';
import type { OperationMeta } from '@acequia/contract';
import { may } from '@acequia/domain';
import { ORPCError, ValidationError } from '@orpc/server';
import * as z from 'zod';
import { TenantGone } from '../db/constraint.ts';
import { quoteHider } from './hide-quotes.ts';
import { mendOutput, type Mended } from './mend-output.ts';
import type { RequestContext } from './request-context.ts';
import { untilSessionEnds } from './session-stream.ts';
import { mayReadContent } from '../modules/activity/content-reads.service.ts';
import { nameOf, recordRefusal, sessionOf, thingOf } from './transact.ts';
import { retryAfterSeconds, toWireError } from './wire-error.ts';

export interface GuardDeps {
  readonly log: Log;
}

interface GuardedCall {
  readonly context: RequestContext;
  readonly input: unknown;
  readonly path: readonly string[];
  readonly procedure: { readonly '~orpc': { readonly meta: unknown; readonly outputSchema?: unknown } };
  readonly next: () => Promise<unknown>;
}

/**
 * Around every operation, before its input is looked at: session, permission from the contract; and the one place where errors become answers.
 * An answer that its schema refuses because stored values are damaged is given without them, and the log names them.
 */
export function createGuard({ log }: GuardDeps): (call: GuardedCall) => Promise<unknown> {
  const tellUnreadable = createUnreadableLog(log);
  return async ({ context, input, path, procedure, next }) => {
    const { outputSchema } = procedure['~orpc'];
    const meta = procedure['~orpc'].meta as OperationMeta;
    try {
      if (context.fault && (meta.permission !== 'public' || context.fault.code !== 'AUTH.EXPIRED')) throw context.fault;
      if (meta.permission !== 'public') await assertPermitted(context, meta, input);
      if (meta.stream) context.openStream(sessionOf(context));
      const output = await next();
      if (!meta.stream) return shownTo(context, outputSchema, output);
      const stream = streamTo(context, outputSchema, output as AsyncIterableIterator<unknown>);
      const present = (error: unknown) => toWireError(error, path, log);
      return presentStream(meta.tellsEnd ? stream : untilSessionEnds(stream, context.lasting, context.clock), present);
    } catch (error) {
      const mended = mendedAnswer(outputSchema, error);
      if (mended) {
        tellUnreadable(context.session?.tenantId ?? '', path.join(':'), mended.damaged);
        return shownTo(context, outputSchema, mended.value);
      }
      const answer = toWireError(sessionGone(context, error) ?? error, path, log);
      const seconds = retryAfterSeconds(answer.status);
      if (seconds !== undefined) context.retryAfter(seconds);
      throw answer;
    }
  };
}

/** An answer without what reasons in it quote of events, for who may not read these. */
function shownTo({ session }: RequestContext, schema: unknown, output: unknown): unknown {
  const hide = session && !mayReadContent(session) ? quoteHider(schema) : undefined;
  return hide ? hide(output) : output;
}

function streamTo(context: RequestContext, schema: unknown, items: AsyncIterableIterator<unknown>): AsyncIterableIterator<unknown> {
  const hide = quoteHider(schema);
  return hide ? withoutQuotes(items, hide, context.contentReads.watch(context)) : items;
}

async function* withoutQuotes(
  items: AsyncIterable<unknown>,
  hide: (item: unknown) => unknown,
  mayReadNow: () => Promise<boolean>,
): AsyncGenerator<unknown> {
  for await (const item of items) yield (await mayReadNow()) ? item : hide(item);
}

/** What the next call would be refused with, where the tenant was removed during this one. */
function sessionGone({ session }: RequestContext, error: unknown): AppError | undefined {
  if (!session || !(error instanceof TenantGone) || error.tenantId !== session.tenantId) return undefined;
  return new AppError(session.key ? 'AUTH.KEY' : 'AUTH.EXPIRED', { cause: error });
}

/** What an operation answered although its schema refuses that, as far as it can be read. */
function mendedAnswer(schema: unknown, error: unknown): Mended | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'INTERNAL_SERVER_ERROR') return undefined;
  return error.cause instanceof ValidationError && schema instanceof z.ZodType ? mendOutput(schema, error.cause.data) : undefined;
}

/** Each operation and place is told once, of as many as a server's life usually has. */
function createUnreadableLog(log: Log) {
  const told = new Set<string>();
  return (tenantId: string, operation: string, damaged: readonly string[]): void => {
    const fresh = damaged.filter((place) => !told.has(`${tenantId} ${operation} ${place}`));
    if (fresh.length === 0 || told.size >= toldMax) return;
    for (const place of fresh) told.add(`${tenantId} ${operation} ${place}`);
    log.error({ code: 'ROW_UNREADABLE', tenantId, operation, damaged: fresh.slice(0, 20) }, 'stored values cannot be read');
  };
}
const toldMax = 10_000;

async function assertPermitted(context: RequestContext, meta: OperationMeta, input: unknown): Promise<void> {
  const session = sessionOf(context);
  if (session.step !== null && !meta.steps?.includes(session.step)) throw new AppError('AUTH.MFA_STEP');
  if (session.key && !meta.keys) throw new AppError('AUTH.SESSION_ONLY');
  if (meta.feature && !session.tenant.features.includes(meta.feature)) throw new AppError('ACQ-FEATURE-OFF');
  const { permission } = meta;
  const allowed = permission === 'session' || permission === 'public' || may(session.role, permission, session.tenant);
  const hides = meta.content === 'refused' && !mayReadContent(session);
  const refusal = !allowed
    ? 'WEB-00027'
    : hides
      ? 'ACQ-CONTENT-HIDDEN'
      : session.tenant.readOnly && meta.changesTenant
        ? 'ACQ-TRIAL-OVER'
        : undefined;
  if (refusal === undefined) return;
  if (refusal === 'ACQ-CONTENT-HIDDEN' && !meta.activity) await context.contentReads.refuse(context, thingOf(input));
  await recordRefusal(context, meta, nameOf(input), refusal);
  throw new AppError(refusal);
}

async function* presentStream(output: AsyncIterable<unknown>, present: (error: unknown) => Error): AsyncGenerator<unknown> {
  try {
    yield* output;
  } catch (error) {
    throw present(error);
  }
}
