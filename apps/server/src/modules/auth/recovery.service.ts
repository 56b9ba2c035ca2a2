import { AppError, minuteMs, type Clock, type Random } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import type { Along, Database, GateDb } from '../../db/database.ts';
import { createLinkToken, hashLinkToken } from '../../keys/link-token.ts';
import { passwordChangedMail, resetMail } from '../../mail/mail-texts.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { recordAccountChange } from './account-activity.ts';
import type { AfterAnswer } from './after-answer.ts';
import { assertPassword } from './assert-password.ts';
import { writePasswordHash } from './auth.store.ts';
import { countAddress, countResetRequest, forgetAttempts } from './login-throttle.store.ts';
import { findEnrolledAccount } from './mfa-reset.store.ts';
import type { Passwords } from './passwords.ts';
import { findAccount, findReset, spendReset, writeReset } from './recovery.store.ts';
import { heldUntil } from './reset-hold.ts';
import type { Sessions } from './sessions.ts';

/** quality.md 2.4: a reset link lasts 30 minutes. */
export const resetLastsMs = 30 * minuteMs;

export interface Recovery {
  /** Does the same work for known and unknown addresses; what differs happens after the answer. Throws ACQ-TOO-MANY for an address of the network alone. */
  forgot(email: string, ip: string): Promise<void>;
  /** Uses nothing up. Throws AUTH.RESET_LINK. */
  find(token: string, ip: string): Promise<void>;
  /** A new password through a link; ends every session of the user and logs nobody in. */
  reset(input: OperationInput<'auth:resetPassword'>, ip: string): Promise<void>;
  /** For the operator: the path of a new link, with which `along` is committed; undefined when there is no such account. */
  issueLink(email: string, along: Along): Promise<string | undefined>;
}

export interface RecoveryDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly random: Random;
  readonly afterAnswer: AfterAnswer;
  /** `heldUntil`. */
  readonly holdMs: number;
}

export function createRecovery({ database, sessions, passwords, mailer, clock, random, afterAnswer, holdMs }: RecoveryDeps): Recovery {
  const { gate } = database;
  /** While a provider decides who comes in, who has no password gets one from the operator alone. Once single sign-on is off, a mail sets the first. */
  const issue = async (tx: GateDb, email: string, by: 'mail' | 'operator') => {
    const account = await findAccount(tx, email);
    if (!account || (by === 'mail' && account.passwordOf === null && account.ssoOn)) return undefined;
    const token = createLinkToken(random);
    const expiresAt = clock.now() + resetLastsMs;
    await writeReset(tx, { tokenHash: hashLinkToken(token), userId: account.id, email, expiresAt, byMail: by === 'mail' });
    return { path: `/reset#token=${token}`, language: account.preferences.language };
  };
  const mailLink = async (email: string) => {
    const issued = await issue(gate, email, 'mail');
    if (issued) await mailer.send(resetMail(issued.language, email, mailer.link(issued.path)));
  };
  return {
    forgot: async (input, ip) => {
      const email = input.toLowerCase();
      await countAddress(gate, ip, clock.now());
      const within = await countResetRequest(gate, email, clock.now());
      if (within && mailer.offered) afterAnswer.run(mailLink(email));
    },
    find: async (token, ip) => {
      await countAddress(gate, ip, clock.now());
      if (!(await findReset(gate, hashLinkToken(token), clock.now()))) throw new AppError('AUTH.RESET_LINK');
    },
    reset: async ({ token, newPassword, confirmNewPassword }, ip) => {
      await countAddress(gate, ip, clock.now());
      const now = clock.now();
      const found = await findReset(gate, hashLinkToken(token), now);
      if (!found) throw new AppError('AUTH.RESET_LINK');
      const { user, byMail } = found;
      if (newPassword !== confirmNewPassword) throw new AppError('AUTH.PASSWORD_CONFIRM', { fields: { confirmNewPassword: 'differs' } });
      assertPassword(newPassword, [user.email.split('@')[0] ?? '', user.name, user.surname]);
      const passwordHash = await passwords.hash(newPassword);
      await sessions.endAll(user.id, {}, async (tx) => {
        if (!(await spendReset(tx, hashLinkToken(token)))) throw new AppError('AUTH.RESET_LINK');
        await writePasswordHash(tx, user.id, passwordHash, byMail ? now : null);
        await forgetAttempts(tx, user.email, ip);
        await recordAccountChange(tx, { user, ip, now });
      });
      const enrolled = await findEnrolledAccount(gate, user.email);
      const heldTo = enrolled && heldUntil(enrolled.mailedAt, holdMs, now);
      afterAnswer.run(mailer.send(passwordChangedMail(user.preferences.language, user.email, { by: 'link', heldUntilMs: heldTo })));
    },
    issueLink: (email, along) =>
      gate.transaction(async (tx) => {
        const issued = await issue(tx, email.toLowerCase(), 'operator');
        if (issued) await along(tx);
        return issued?.path;
      }),
  };
}
