import { AppError, type Clock, type Random } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import type { Database } from '../../db/database.ts';
import { createLinkToken, hashLinkToken } from '../../keys/link-token.ts';
import { mfaChangedMail, mfaResetMail } from '../../mail/mail-texts.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { AfterAnswer } from './after-answer.ts';
import { countAddress, countAttempt, countMfaResetRequest, forgetAttempts } from './login-throttle.store.ts';
import { findEnrolledAccount, findMfaReset, readTenantIdsOf, spendMfaReset, writeMfaReset } from './mfa-reset.store.ts';
import { removeFactor } from './mfa.store.ts';
import type { Passwords } from './passwords.ts';
import { resetLastsMs } from './recovery.service.ts';
import type { Sessions } from './sessions.ts';

export interface MfaReset {
  /** Does the same work for known and unknown addresses; what differs happens after the answer. Throws ACQ-TOO-MANY for an address of the network alone. */
  forgot(email: string, ip: string): Promise<void>;
  /** Takes the second factor off through a link, with the password; ends every session of the user and logs nobody in. */
  reset(input: OperationInput<'auth:resetMfa'>, ip: string): Promise<void>;
  /** For the operator: the path of a new link; undefined when no account of that address has a second factor. */
  issueLink(email: string): Promise<string | undefined>;
}

export interface MfaResetDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  readonly afterAnswer: AfterAnswer;
  readonly clock: Clock;
  readonly random: Random;
}

export function createMfaReset({ database, sessions, passwords, mailer, afterAnswer, clock, random }: MfaResetDeps): MfaReset {
  const { gate } = database;
  const issue = async (email: string) => {
    const account = await findEnrolledAccount(gate, email);
    if (!account) return undefined;
    const token = createLinkToken(random);
    await writeMfaReset(gate, { tokenHash: hashLinkToken(token), userId: account.id, email, expiresAt: clock.now() + resetLastsMs });
    return { path: `/reset-mfa#token=${token}`, language: account.preferences.language };
  };
  const mailLink = async (email: string) => {
    const issued = await issue(email);
    if (issued) await mailer.send(mfaResetMail(issued.language, email, mailer.link(issued.path)));
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
      const { user, passwordHash } = found;
      const evaluated = await countAttempt(gate, user.email, ip, clock.now());
      if (!(await passwords.verify(evaluated ? (passwordHash ?? undefined) : undefined, password)))
        throw new AppError('WEB-11012', { fields: { password: 'wrong' } });
      await forgetAttempts(gate, user.email);
      await gate.transaction(async (tx) => {
        if (!(await spendMfaReset(tx, hashLinkToken(token)))) throw new AppError('AUTH.RESET_LINK');
        await removeFactor(tx, user.id);
      });
      await sessions.endAll(user.id);
      for (const tenantId of await readTenantIdsOf(gate, user.id))
        await database.withTenant(tenantId, (tx) =>
          recordActivity(tx, { session: { tenantId, user }, ip }, { entity: 'users', operation: 'update' }, user.email, clock.now()),
        );
      afterAnswer.run(mailer.send(mfaChangedMail(user.preferences.language, user.email, 'reset')));
    },
    issueLink: async (email) => (await issue(email.toLowerCase()))?.path,
  };
}
