import { AppError, minuteMs, type Clock, type Random } from '@acequia/base';
import type { OperationInput, OperationOutput } from '@acequia/contract';
import { padTotpCode } from '@acequia/domain';
import type { Along, GateDb } from '../../db/database.ts';
import { beginKeyMaking } from '../../keys/installation.store.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { totpSecretContext } from '../../keys/sealed.ts';
import { mfaChangedMail, type MfaChange } from '../../mail/mail-texts.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { AfterAnswer } from './after-answer.ts';
import { countCode, forgetCodes } from './login-throttle.store.ts';
import {
  confirmEnrolment,
  countRecoveryCodes,
  findEnrolment,
  findFactor,
  removeFactor,
  replaceRecoveryCodes,
  spendRecoveryCode,
  takeStep,
  writeEnrolment,
} from './mfa.store.ts';
import { assertRecentLogin } from './recent-login.service.ts';
import { assertPasswordSession } from './session-scope.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import type { ActiveSession, Sessions } from './sessions.ts';
import { createTotpSecret, describeTotp, matchingSteps } from './totp.ts';

/** A secret that was shown is shown again for so long, so that a second window does not void the first one's QR code. */
const enrolmentLastsMs = 30 * minuteMs;

export type MfaProof = OperationInput<'auth:verifyMfa'>;

export interface Mfa {
  status(session: ActiveSession): Promise<OperationOutput<'auth:getMfa'>>;
  /** Throws WEB-11009 for any proof that is wrong, was used, or comes while the account waits; one reply for all. */
  prove(session: ActiveSession, proof: MfaProof, ip: string): Promise<void>;
  /** Throws WEB-11011 unless the login is recent, or still misses the activation. */
  secret(session: ActiveSession): Promise<OperationOutput<'auth:getTotpSecret'>>;
  /** Makes the authenticator with the shown secret the factor; the user's other sessions end. Returns the recovery codes. */
  activate(session: ActiveSession, totpCode: number | string, ip: string, along: Along): Promise<string[]>;
  /** Throws ACQ-NOT-FOUND without a factor, AUTH.MFA_KEPT when the tenant requires one. */
  deactivate(session: ActiveSession, proof: MfaProof, ip: string, along: Along): Promise<void>;
  renewRecoveryCodes(session: ActiveSession, totpCode: number | string, ip: string, along: Along): Promise<string[]>;
}

export interface MfaDeps {
  readonly gate: GateDb;
  readonly ring: KeyRing;
  readonly sessions: Sessions;
  readonly mailer: Mailer;
  readonly afterAnswer: AfterAnswer;
  readonly clock: Clock;
  readonly random: Random;
}

export function createMfa({ gate, ring, sessions, mailer, afterAnswer, clock, random }: MfaDeps): Mfa {
  const tell = ({ user, preferences }: ActiveSession, change: MfaChange) =>
    afterAnswer.run(mailer.send(mfaChangedMail(preferences.language, user.email, change)));
  const open = (row: { readonly userId: string; readonly sealedSecret: Buffer }) =>
    ring.unseal(row.sealedSecret, totpSecretContext(row.userId));

  const wrongProof = () => new AppError('WEB-11009', { fields: { totpCode: 'wrong' } });
  /** Counts before anything is looked at. */
  const evaluate = async (userId: string, ip: string, check: () => Promise<boolean>): Promise<void> => {
    const evaluated = await countCode(gate, userId, ip, clock.now());
    if (!evaluated || !(await check())) throw wrongProof();
    await forgetCodes(gate, userId, ip);
  };
  const isTotp = async (userId: string, totpCode: number | string): Promise<boolean> => {
    const factor = await findFactor(gate, userId);
    if (!factor) return false;
    for (const step of matchingSteps(open(factor), padTotpCode(totpCode), clock.now())) if (await takeStep(gate, userId, step)) return true;
    return false;
  };
  const prove: Mfa['prove'] = async (session, proof, ip) => {
    const userId = session.user.id;
    if ('totpCode' in proof) {
      await evaluate(userId, ip, () => isTotp(userId, proof.totpCode));
      return;
    }
    await evaluate(userId, ip, () => spendRecoveryCode(gate, userId, hashRecoveryCode(proof.recoveryCode)));
    tell(session, 'code used');
  };
  const assertFactor = async (session: ActiveSession): Promise<void> => {
    assertPasswordSession(session);
    assertRecentLogin(session, clock.now());
    if (!(await findFactor(gate, session.user.id))) throw new AppError('ACQ-NOT-FOUND');
  };

  return {
    prove,
    status: async ({ user, tenant }) => ({
      enabled: (await findFactor(gate, user.id)) !== undefined,
      recoveryCodesLeft: await countRecoveryCodes(gate, user.id),
      required: tenant.mfaRequired,
    }),
    secret: async (session) => {
      assertPasswordSession(session);
      const now = clock.now();
      if (session.step !== 'activation') assertRecentLogin(session, now);
      const { id: userId, email } = session.user;
      const row = await gate.transaction(async (tx) => {
        await beginKeyMaking(tx);
        const sealedSecret = ring.seal(createTotpSecret(random), totpSecretContext(userId));
        return writeEnrolment(tx, { userId, sealedSecret, createdAt: now }, now - enrolmentLastsMs);
      });
      if (!row) throw new AppError('WEB-11011');
      return describeTotp(open(row), email);
    },
    activate: async (session, totpCode, ip, along) => {
      assertPasswordSession(session);
      const now = clock.now();
      if (session.step !== 'activation') assertRecentLogin(session, now);
      const userId = session.user.id;
      const codes = createRecoveryCodes(random);
      await evaluate(userId, ip, async () => {
        const shown = await findEnrolment(gate, userId);
        const lastStep = shown && matchingSteps(open(shown), padTotpCode(totpCode), now).at(-1);
        if (!shown || lastStep === undefined) return false;
        await sessions.endAll(userId, { keep: session.id }, async (tx) => {
          const { sealedSecret } = shown;
          if (!(await confirmEnrolment(tx, { userId, sealedSecret, lastStep, confirmedAt: now }))) throw wrongProof();
          await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
          await along(tx);
        });
        return true;
      });
      tell(session, 'on');
      return codes;
    },
    deactivate: async (session, proof, ip, along) => {
      await assertFactor(session);
      if (session.tenant.mfaRequired) throw new AppError('AUTH.MFA_KEPT');
      await prove(session, proof, ip);
      await gate.transaction(async (tx) => {
        await removeFactor(tx, session.user.id);
        await along(tx);
      });
      tell(session, 'off');
    },
    renewRecoveryCodes: async (session, totpCode, ip, along) => {
      await assertFactor(session);
      await prove(session, { totpCode }, ip);
      const codes = createRecoveryCodes(random);
      await gate.transaction(async (tx) => {
        await replaceRecoveryCodes(tx, session.user.id, codes.map(hashRecoveryCode));
        await along(tx);
      });
      tell(session, 'new codes');
      return codes;
    },
  };
}
