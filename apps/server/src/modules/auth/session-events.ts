import type { EndReason, Session, TokenEvent } from '@acequia/contract';
import { sessionCheckMs } from '../../http/session-stream.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { sessionOf } from '../../http/transact.ts';
import { presentSession, SessionEnded, type Sessions } from './sessions.ts';

export interface SessionEvent {
  readonly event: TokenEvent;
  readonly session: Session | null;
  /** Of `notLogged`. */
  readonly reason?: EndReason;
}

/**
 * What the session is at once, and each time that changes: at once when this server ended it or opened another one in its place,
 * within `sessionCheckMs` for what happened elsewhere (rights, tenant, another server, nobody moved).
 */
export async function* watchSession(
  context: RequestContext,
  sessions: Sessions,
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionEvent> {
  const { id } = sessionOf(context);
  const watched = sessions.watch(id);
  try {
    yield* eventsUntil(watched.signal, context, sessions, signal);
  } finally {
    watched.close();
  }
}

async function* eventsUntil(
  ended: AbortSignal,
  { clock, session: own }: RequestContext,
  sessions: Sessions,
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionEvent> {
  const id = own?.id ?? '';
  const stop = AbortSignal.any([ended, ...(signal ? [signal] : [])]);
  let told: Session | undefined;
  for (;;) {
    const session = stop.aborted ? undefined : await sessions.current(id);
    if (!session || stop.aborted) break;
    const present = presentSession(session);
    if (!told || differ(told, present)) yield stateOf(present);
    told = present;
    await clock.sleep(Math.min(sessionCheckMs, Math.max(0, session.expiresAt - clock.now()) + 1), stop).catch(() => undefined);
  }
  if (signal?.aborted === true) return;
  const { reason, successor } = ended.reason instanceof SessionEnded ? ended.reason.end : {};
  // Where another server ended it, the time alone says why.
  const over = told !== undefined && told.expiresAt <= clock.now();
  if (!successor) yield { event: 'notLogged', session: null, reason: reason ?? (over ? 'time' : 'ended') };
  else if (successor.tenant.id === told?.tenant.id) yield stateOf(successor);
  else yield { event: 'changeTenant', session: successor };
}

const stateOf = (session: Session): SessionEvent => ({
  event: session.step === null ? 'loggedIn' : session.step === 'totp' ? 'mfaTriggered' : 'tenantMfaActivation',
  session,
});

/** Beside the end, which moves with every sign of the user. */
const differ = (a: Session, b: Session): boolean => JSON.stringify({ ...a, expiresAt: 0 }) !== JSON.stringify({ ...b, expiresAt: 0 });
