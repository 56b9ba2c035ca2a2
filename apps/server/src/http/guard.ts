import { AppError, type Clock, type Log } from '@acequia/base';
import type { OperationMeta } from '@acequia/contract';
import { may } from '@acequia/domain';
import type { Lasting, RequestContext } from './request-context.ts';
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
      return meta.tellsEnd ? presentStream(stream, present) : guardStream(stream, context.lasting, context.clock, present);
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

async function* presentStream(output: AsyncIterableIterator<unknown>, present: (error: unknown) => Error): AsyncGenerator<unknown> {
  try {
    yield* output;
  } catch (error) {
    throw present(error);
  }
}

/** How often a stream looks whether its session still lasts: it may have ended on another server, or because nobody moved. */
export const sessionCheckMs = 15_000;

/** Ends with the session: the browser reads AUTH.EXPIRED and goes to the login; a key's holder reads AUTH.KEY. */
async function* guardStream(
  output: AsyncIterableIterator<unknown>,
  lasting: Lasting,
  clock: Clock,
  present: (error: unknown) => Error,
): AsyncGenerator<unknown> {
  const watched = lasting.watch();
  const ended = watched.signal;
  let cancel = () => undefined as void;
  let refuse: (error: Error) => void = () => undefined;
  const over = new Promise<never>((_resolve, reject) => (refuse = reject));
  over.catch(() => undefined);
  const onEnd = () => refuse(ended.reason as Error);
  const check = () => {
    cancel = clock.after(sessionCheckMs, () => {
      lasting.remaining().then((until) => (until === undefined ? refuse(new AppError('AUTH.EXPIRED')) : check()), check);
    });
  };
  if (ended.aborted) onEnd();
  ended.addEventListener('abort', onEnd, { once: true });
  check();
  try {
    for (;;) {
      const step = await Promise.race([output.next(), over]);
      if (step.done === true) return;
      yield step.value;
    }
  } catch (error) {
    throw present(error);
  } finally {
    cancel();
    ended.removeEventListener('abort', onEnd);
    watched.close();
    void output.return?.().catch(() => undefined);
  }
}
