import { AppError, type Log } from '@acequia/base';
import type { OperationMeta } from '@acequia/contract';
import { may } from '@acequia/domain';
import type { RequestContext } from './request-context.ts';
import { untilSessionEnds } from './session-stream.ts';
import { nameOf, recordRefusal, sessionOf } from './transact.ts';
import { retryAfterSeconds, toWireError } from './wire-error.ts';

export interface GuardDeps {
  readonly log: Log;
}

interface GuardedCall {
  readonly context: RequestContext;
  readonly input: unknown;
  readonly path: readonly string[];
  readonly procedure: { readonly '~orpc': { readonly meta: unknown } };
  readonly next: () => Promise<unknown>;
}

/** Around every operation, before its input is looked at: session, permission from the contract; and the one place where errors become answers. */
export function createGuard({ log }: GuardDeps): (call: GuardedCall) => Promise<unknown> {
  return async ({ context, input, path, procedure, next }) => {
    const meta = procedure['~orpc'].meta as OperationMeta;
    try {
      if (context.fault && (meta.permission !== 'public' || context.fault.code !== 'AUTH.EXPIRED')) throw context.fault;
      if (meta.permission !== 'public') await assertPermitted(context, meta, input);
      if (meta.stream) context.openStream(sessionOf(context));
      const output = await next();
      if (!meta.stream) return output;
      const stream = output as AsyncIterableIterator<unknown>;
      const present = (error: unknown) => toWireError(error, path, log);
      return presentStream(meta.tellsEnd ? stream : untilSessionEnds(stream, context.lasting, context.clock), present);
    } catch (error) {
      const answer = toWireError(error, path, log);
      const seconds = retryAfterSeconds(answer.status);
      if (seconds !== undefined) context.retryAfter(seconds);
      throw answer;
    }
  };
}

async function assertPermitted(context: RequestContext, meta: OperationMeta, input: unknown): Promise<void> {
  const session = sessionOf(context);
  if (session.step !== null && !meta.steps?.includes(session.step)) throw new AppError('AUTH.MFA_STEP');
  if (session.key && !meta.keys) throw new AppError('AUTH.SESSION_ONLY');
  if (meta.feature && !session.tenant.features.includes(meta.feature)) throw new AppError('ACQ-FEATURE-OFF');
  const { permission } = meta;
  const allowed = permission === 'session' || permission === 'public' || may(session.role, permission, session.tenant.operator);
  const refusal = !allowed ? 'WEB-00027' : session.tenant.readOnly && meta.changesTenant ? 'ACQ-TRIAL-OVER' : undefined;
  if (refusal === undefined) return;
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
