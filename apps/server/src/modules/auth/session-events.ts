import type { Session } from '@acequia/contract';
import type { RequestContext } from '../../http/request-context.ts';
import { sessionOf } from '../../http/transact.ts';
import { presentSession, type Sessions } from './sessions.ts';

export interface SessionEvent {
  readonly event: 'notLogged' | 'loggedIn' | 'changeTenant';
  readonly session: Session | null;
}

/** `loggedIn` at once; `notLogged` and the end when the session ends: by logout, or because nobody moved. */
export async function* watchSession(
  context: RequestContext,
  sessions: Sessions,
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionEvent> {
  const session = sessionOf(context);
  const ended = sessions.signalOf(session.id);
  yield { event: 'loggedIn', session: presentSession(session) };
  const stop = AbortSignal.any([ended, ...(signal ? [signal] : [])]);
  let expiresAt = session.expiresAt;
  while (!stop.aborted) {
    const late = await context.clock.sleep(Math.max(0, expiresAt - context.clock.now()) + 1, stop).then(
      () => true,
      () => false,
    );
    if (!late) break;
    const left = await sessions.remaining(session.id);
    if (left === undefined) break;
    expiresAt = left;
  }
  if (signal?.aborted !== true) yield { event: 'notLogged', session: null };
}
