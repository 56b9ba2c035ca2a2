import { AppError, minuteMs } from '@acequia/base';
import type { GateDb } from '../../db/database.ts';
import { findFactor } from './mfa.store.ts';
import type { ActiveSession } from './sessions.ts';

/** docs/decisions.md: changes of how one logs in need a login, or a re-authentication, that is not older. */
export const recentLoginMs = 10 * minuteMs;

/** Throws WEB-11011 when the user must prove again who they are; `now` in ms since 1970. */
export function assertRecentLogin(session: Pick<ActiveSession, 'authenticatedAt'>, now: number): void {
  if (now - session.authenticatedAt >= recentLoginMs) throw new AppError('WEB-11011');
}

/** Whether the user has a second factor. */
export const isEnrolled = async (gate: GateDb, userId: string): Promise<boolean> => (await findFactor(gate, userId)) !== undefined;
