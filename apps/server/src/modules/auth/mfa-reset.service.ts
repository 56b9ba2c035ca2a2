import { AppError, type Clock, type Random } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import type { Along, Database, GateDb } from '../../db/database.ts';
import { createLinkToken, hashLinkToken } from '../../keys/link-token.ts';
import { mfaChangedMail, mfaHeldMail, mfaResetMail } from '../../mail/mail-texts.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { recordAccountChange } from './account-activity.ts';
import type { AfterAnswer } from './after-answer.ts';
import { countAddress, countAttempt, countMfaResetRequest, forgetAttempts } from './login-throttle.store.ts';
import { findEnrolledAccount, findMfaReset, spendMfaReset, writeMfaReset } from './mfa-reset.store.ts';
import { removeFactor } from './mfa.store.ts';
import type { Passwords } from './passwords.ts';
import { resetLastsMs } from './recovery.service.ts';
import { heldUntil } from './reset-hold.ts';
import type { Sessions } from './sessions.ts';

export interface MfaReset {
  /** Does the same work for known and unknown addresses; what differs happens after the answer. Throws ACQ-TOO-MANY for an address of the network alone. */
  forgot(email: string, ip: string): Promise<void>;
  /** Takes the second factor off through a link, with the password; ends every session of the user and logs nobody in. */
  reset(input: OperationInput<'auth:resetMfa'>, ip: string): Promise<void>;
  /** For the operator: the path of a new link, with which `along` is committed; undefined when no account of that address has a second factor. */
  issueLink(email: string, along: Along): Promise<string | undefined>;
}

export interface MfaResetDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  readonly afterAnswer: AfterAnswer;
  readonly clock: Clock;
  readonly random: Random;
  /** `heldUntil`. */
  readonly holdMs: number;
}

export function createMfaReset({ database, sessions, passwords, mailer, afterAnswer, clock, random, holdMs }: MfaResetDeps): MfaReset {
  const { gate } = database;
  const issue = async (tx: GateDb, userId: string, email: string, byMail: boolean) => {
    const token = createLinkToken(random);
    const expiresAt = clock.now() + resetLastsMs;
    await writeMfaReset(tx, { tokenHash: hashLinkToken(token), userId, email, expiresAt, byMail });
    return `/reset-mfa#token=${token}`;
  };
  const mailLink = async (email: string) => {
    const account = await findEnrolledAccount(gate, email);
    if (!account) return;
    const { language } = account.preferences;
    const heldTo = heldUntil(account.mailedAt, holdMs, clock.now());
    if (heldTo !== undefined) await mailer.send(mfaHeldMail(language, email, heldTo));
    else await mailer.send(mfaResetMail(language, email, mailer.link(await issue(gate, account.id, email, true))));
  };
  return {
    forgot: async (input, ip) => {
      const email = input.toLowerCase();
      await countAddress(gate, ip, clock.now());
      const within = await countMfaResetRequest(gate, email, clock.now());
      if (within && mailer.offered) afterAnswer.run(mailLink(email));
    },
    reset: async ({ token, password }, ip) => {
      await countAddress(gate, ip, clock.now());
      const found = await findMfaReset(gate, hashLinkToken(token), clock.now());
      if (!found) throw new AppError('AUTH.RESET_LINK');
      const { user, byMail, passwordHash, mailedAt } = found;
      const evaluated = await countAttempt(gate, user.email, ip, clock.now());
      if (!(await passwords.verify(evaluated ? (passwordHash ?? undefined) : undefined, password)))
        throw new AppError('WEB-11012', { fields: { password: 'wrong' } });
      await forgetAttempts(gate, user.email, ip);
      const heldTo = byMail ? heldUntil(mailedAt, holdMs, clock.now()) : undefined;
      if (heldTo !== undefined) {
        await gate.transaction((tx) => recordAccountChange(tx, { user, ip, now: clock.now(), refusedCode: 'AUTH.RESET_HOLD' }));
        throw new AppError('AUTH.RESET_HOLD', { fields: { until: heldTo } });
      }
      await sessions.endAll(user.id, {}, async (tx) => {
        if (!(await spendMfaReset(tx, hashLinkToken(token)))) throw new AppError('AUTH.RESET_LINK');
        await removeFactor(tx, user.id);
        await recordAccountChange(tx, { user, ip, now: clock.now() });
      });
      afterAnswer.run(mailer.send(mfaChangedMail(user.preferences.language, user.email, 'reset')));
    },
    issueLink: (input, along) =>
      gate.transaction(async (tx) => {
        const email = input.toLowerCase();
        const account = await findEnrolledAccount(tx, email);
        if (!account) return undefined;
        await along(tx);
        return issue(tx, account.id, email, false);
      }),
  };
}
