import type { Implementer } from '../../http/implementer.ts';
import { ofSystem, sessionOf, type Call } from '../../http/transact.ts';
import type { Along } from '../../db/database.ts';
import type { OwnSessions } from './own-sessions.service.ts';
import type { ActiveSession } from './sessions.ts';

/** The row of what was ended stands in the tenant it was ended from. */
export function ownSessionOperations(os: Implementer, ownSessions: OwnSessions) {
  const { auth: op } = os;
  const ending = async (call: Call<unknown>, end: (present: ActiveSession, along: Along) => Promise<void>) => {
    await ofSystem((present, _input, along) => end(present, along))(call);
    return {};
  };
  return {
    getSessions: op.getSessions.handler(({ context }) => ownSessions.list(sessionOf(context))),
    endSession: op.endSession.handler((call) => ending(call, (present, along) => ownSessions.end(present, call.input.id, along))),
    endOtherSessions: op.endOtherSessions.handler((call) => ending(call, ownSessions.endOthers)),
  };
}
