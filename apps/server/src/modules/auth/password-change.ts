import { AppError, type Clock } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import type { Along, GateDb } from '../../db/database.ts';
import { assertPassword } from './assert-password.ts';
import { findCredentials, writePasswordHash } from './auth.store.ts';
import { countAttempt, forgetAttempts } from './login-throttle.store.ts';
import type { Caller, KnownDevices } from './known-devices.ts';
import type { Passwords } from './passwords.ts';
import type { ActiveSession, Sessions } from './sessions.ts';

export interface PasswordChangeDeps {
  readonly gate: GateDb;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly devices: KnownDevices;
  readonly clock: Clock;
}

/**
 * Changes the password of the session's own user; whose it is comes from the session, and a payload that names somebody else is not
 * found. The present password is asked for under the same limits as a login. Every other session of the user ends in the transaction of
 * the change, and `along` is committed with it; the next value of this one's cookie is returned, undefined when the answer carries one
 * already.
 */
export async function changePassword(
  { gate, sessions, passwords, devices, clock }: PasswordChangeDeps,
  session: ActiveSession,
  input: OperationInput<'auth:updatePassword'>,
  { ip, device: cookie }: Caller,
  along: Along,
): Promise<string | undefined> {
  const { user } = session;
  if (input.userId !== user.id || input.email.toLowerCase() !== user.email) throw new AppError('ACQ-NOT-FOUND');
  if (input.newPassword !== input.confirmNewPassword)
    throw new AppError('AUTH.PASSWORD_CONFIRM', { fields: { confirmNewPassword: 'differs' } });
  assertPassword(input.newPassword, [user.email.split('@')[0] ?? '', user.name, user.surname]);
  const device = devices.nameIn(cookie, user.email);
  const evaluated = await countAttempt(gate, user.email, ip, clock.now(), device);
  const stored = evaluated ? await findCredentials(gate, user.email) : undefined;
  if (!(await passwords.verify(stored?.hash, input.oldPassword))) throw new AppError('WEB-11012', { fields: { oldPassword: 'wrong' } });
  const passwordHash = await passwords.hash(input.newPassword);
  await sessions.endAll(user.id, { keep: session.id }, async (tx) => {
    await forgetAttempts(tx, user.email, ip, device);
    await writePasswordHash(tx, user.id, passwordHash, null);
    await along(tx);
  });
  return sessions.renew(session.id);
}
