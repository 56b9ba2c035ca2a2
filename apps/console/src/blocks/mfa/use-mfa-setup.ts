import { useEffect, useRef, useState } from 'react';
import type { OperationOutput } from '@acequia/contract';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';
import { fetchSecret, type MfaCall } from './calls.ts';

type Secret = OperationOutput<'auth:getTotpSecret'>;
export type Activated = OperationOutput<'auth:activateTotpMfa'>;

export type MfaSetupStep =
  | { readonly kind: 'loading' }
  | { readonly kind: 'reauthenticate' }
  | { readonly kind: 'code'; readonly secret: Secret }
  | { readonly kind: 'codes'; readonly activated: Activated };

export interface MfaSetup {
  readonly step: MfaSetupStep;
  readonly pending: boolean;
  /** Of the last try to activate. */
  readonly error: OperationError | undefined;
  /** Resolves to whether the code was right. */
  readonly activate: (code: string) => Promise<boolean>;
  /** After a re-authentication: the secret again. */
  readonly refetch: () => void;
}

/** The way to a second factor: secret, where asked for a re-authentication, first code, recovery codes. */
export function useMfaSetup(call: MfaCall, mayReauthenticate: boolean, onFail: (error: OperationError) => void): MfaSetup {
  const [step, setStep] = useState<MfaSetupStep>({ kind: 'loading' });
  const [pending, setPending] = useState(false);
  /** How often the secret was asked for again. */
  const [asked, setAsked] = useState(0);
  const [error, setError] = useState<OperationError>();
  const failed = useRef(onFail);
  useEffect(() => {
    failed.current = onFail;
  });
  useEffect(() => {
    let gone = false;
    fetchSecret(call).then(
      (secret) => !gone && setStep({ kind: 'code', secret }),
      (caught: unknown) => {
        if (gone) return;
        const refusal = toOperationError(caught);
        if (refusal.code === 'WEB-11011' && mayReauthenticate) setStep({ kind: 'reauthenticate' });
        else failed.current(refusal);
      },
    );
    return () => {
      gone = true;
    };
  }, [call, mayReauthenticate, asked]);
  return {
    step,
    pending,
    error,
    refetch: () => {
      setStep({ kind: 'loading' });
      setAsked(asked + 1);
    },
    activate: async (code) => {
      setPending(true);
      setError(undefined);
      try {
        setStep({ kind: 'codes', activated: await call('auth:activateTotpMfa', { totpCode: Number(code) }) });
        return true;
      } catch (caught) {
        const refusal = toOperationError(caught);
        if (refusal.code === 'WEB-11011' && mayReauthenticate) setStep({ kind: 'reauthenticate' });
        else setError(refusal);
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
